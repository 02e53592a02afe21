/**
 * What keeps a release from being made; empty: nothing.
 * @param {{ tags: readonly string[], packages: Readonly<Record<string, string>>, changelog: string, dockerfile: string,
 *   image: string | undefined }} release
 * @returns {string[]}
 */
export function releaseFaults({ tags, packages, changelog, dockerfile, image }) {
  const version = packages['package.json'];
  const isNamed = new RegExp(`^## ${version?.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(changelog);
  return [
    ...(tags.includes(`v${version}`) ? [] : [`The commit does not have the tag v${version}.`]),
    ...Object.entries(packages)
      .filter(([, other]) => other !== version)
      .map(([file, other]) => `${file} has version ${other}, the service ${version}.`),
    ...(isNamed ? [] : [`CHANGELOG.md has no section "${version} - " with a date.`]),
    ...(dockerfile.includes(`ARG VERSION=${version}\n`) ? [] : [`The Dockerfile has another VERSION than ${version}.`]),
    ...(image && DIGESTED.test(image) ? [] : ['The image must be named by its digest: --image NAME@sha256:…']),
  ];
}

/**
 * What CHANGELOG.md says of a version.
 * @param {string} changelog
 * @param {string} version
 * @returns {string}
 */
export function notesOf(changelog, version) {
  const after = changelog.slice(changelog.indexOf(`\n## ${version} - `) + 1);
  const [heading, ...lines] = after.split('\n');
  const end = lines.findIndex((line) => line.startsWith('## '));
  return [heading, ...(end === -1 ? lines : lines.slice(0, end))].join('\n').trim() + '\n';
}

const DIGESTED = /^(.+)@(sha256:[0-9a-f]{64})$/;

/**
 * A kustomization of an overlay with the image by its digest in place of a name and a tag.
 * @param {string} kustomization
 * @param {string} image
 * @returns {string}
 */
export function deployedImage(kustomization, image) {
  const [, name, digest] = /** @type {RegExpExecArray} */ (DIGESTED.exec(image));
  const replaced = kustomization.replace(/newName: .*\n(\s+)newTag: .*\n/, `newName: ${name}\n$1digest: ${digest}\n`);
  if (replaced === kustomization) throw new Error('The overlay names no image with a tag.');
  return replaced;
}
