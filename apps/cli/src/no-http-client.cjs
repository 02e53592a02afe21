// Stands for the module by which jsonld fetches contexts: those that we know lie in the package, and no other is fetched.
module.exports = {};
