// The confidence interval of the ratio of two medians: hashcop/results/certainty.py, pairwise_interval, for the compare page.
"use strict";

(() => {
  const CONFIDENCE = 0.95;

  // How many orders of two sets have 0, 1, 2 ... pairs in which one of theirs comes before one of ours: coefficients of a
  // Gaussian binomial. BigInt, for those of 30 and 30 values are beyond 2^53.
  function rankSums(ours, theirs) {
    const size = ours * theirs + 1;
    const counts = new Array(size).fill(0n);
    counts[0] = 1n;
    for (let k = 1; k <= ours; k += 1) {
      for (let n = size - 1; n >= theirs + k; n -= 1) counts[n] -= counts[n - theirs - k];
      for (let n = k; n < size; n += 1) counts[n] += counts[n - k];
    }
    return counts;
  }

  // {low, high, confidence} for the ratio of ours to theirs, from values that were measured apart. Of the ratios of each of
  // ours to each of theirs, as many are left out at either end as the rank sum test allows. Neither set may be empty.
  function pairwiseInterval(ours, theirs) {
    const ratios = ours.flatMap((a) => theirs.map((b) => a / b)).sort((a, b) => a - b);
    const counts = rankSums(ours.length, theirs.length);
    const total = counts.reduce((sum, count) => sum + count, 0n);
    const most = Math.max(1, Math.floor(ratios.length / 2));
    let below = 0n;
    let leftOut = 0;
    for (let place = 0; place < most; place += 1) {
      if (place && Number(2n * (below + counts[place])) > (1 - CONFIDENCE) * Number(total)) break;
      below += counts[place];
      leftOut = place;
    }
    return {
      low: ratios[leftOut],
      high: ratios[ratios.length - 1 - leftOut],
      confidence: 1 - Number(2n * below) / Number(total),
    };
  }

  function median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  hashcop.certainty = { pairwiseInterval, median, CONFIDENCE };
})();
