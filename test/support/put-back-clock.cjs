require('./clock.cjs').putBack();
