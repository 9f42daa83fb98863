// The confidence interval of the ratio of two medians: hashcop/results/ratios.py, pairwise_interval, for the compare page.
"use strict";

(() => {
  const CONFIDENCE = 0.95;
  const MOST = 128; // values of a set that are compared
  const leftOut = new Map(); // sizes of two sets -> what `outside` found

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

  // How many ratios to leave out at either end, for two sets of these sizes, and the confidence that this has.
  function outside(ours, theirs) {
    const key = `${ours} ${theirs}`;
    if (!leftOut.has(key)) leftOut.set(key, search(rankSums(ours, theirs)));
    return leftOut.get(key);
  }

  function search(counts) {
    const total = counts.reduce((sum, count) => sum + count, 0n);
    const most = Math.max(1, Math.floor((counts.length - 1) / 2));
    let below = 0n;
    let places = 0;
    for (let place = 0; place < most; place += 1) {
      if (place && Number(2n * (below + counts[place])) > (1 - CONFIDENCE) * Number(total)) break;
      below += counts[place];
      places = place;
    }
    return { places, confidence: 1 - Number(2n * below) / Number(total) };
  }

  // Of very many values as many as matter, evenly over their order.
  function few(values) {
    if (values.length <= MOST) return values;
    const sorted = [...values].sort((a, b) => a - b);
    return Array.from({ length: MOST }, (_, n) => sorted[Math.round((n * (values.length - 1)) / (MOST - 1))]);
  }

  // {low, high, confidence} for the ratio of ours to theirs, from values that were measured apart. Of the ratios of each of
  // ours to each of theirs, as many are left out at either end as the rank sum test allows. Neither set may be empty. A
  // confidence of 0 (one value each) says that the data tell nothing.
  function pairwiseInterval(ours, theirs) {
    const [mine, others] = [few(ours), few(theirs)];
    const ratios = mine.flatMap((a) => others.map((b) => a / b)).sort((a, b) => a - b);
    const { places, confidence } = outside(mine.length, others.length);
    return { low: ratios[places], high: ratios[ratios.length - 1 - places], confidence };
  }

  function median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  hashcop.certainty = { pairwiseInterval, median, CONFIDENCE };
})();
