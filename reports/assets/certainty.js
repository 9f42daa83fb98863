// The interval of the ratio of two figures: hashcop/results/ratios.py, ratio_of, for the compare page.
"use strict";

(() => {
  // {low, high} for a positive ratio. The margins of both figures are [low, high, normal] of hashcop/results/margins.py.
  function ratioOf(ratio, ours, theirs) {
    const normal = Math.hypot(ours[2], theirs[2]);
    const [down, up] = [ours[0] + theirs[1] + normal, ours[1] + theirs[0] + normal];
    return { low: ratio * Math.exp(-down), high: ratio * Math.exp(up) };
  }

  hashcop.certainty = { ratioOf };
})();
