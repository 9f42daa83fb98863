// One picture of curves by uPlot: scales, colours, bands, boundaries of blocks, zoom, cursor by mouse and keyboard.
//
// hashcop.chart(holder, given) draws and returns what moves the picture. `given`:
//   series    [{name, colour, dash, x, y, on, unsure: {x, y}}]; x ascending lengths in bytes, y of the same count; unsure
//             are points that are drawn grey, and that no line joins
//   log       {x, y}: whether axes are logarithmic; lengths of 0 are left out if x is
//   label     of the y axis;  text(y) the words of a value
//   line      a height that is marked, such as ratio 1;  fromZero: the y axis begins at 0 unless zoomed
//   steps     lengths where the cost steps up;  range [from, to] or null for all
//   band      () => {x, low, high, colour} or null
//   onRange(range or null), onCursor(length or null, byKey)
"use strict";

(() => {
  // CSS pixels; the same as reports/colours.py has for drawn figures.
  const DASHES = [[], [6, 2.5], [7.5, 2.2, 1.7, 2.2], [1.7, 2]];
  const BYTES = Array.from({ length: 31 }, (_, n) => 2 ** n); // ticks at multiples of powers of two
  const NARROW = 12; // CSS pixels between boundaries of blocks, below which they are not drawn

  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const colour = (n) => style(`--s${n}`) || style(`--s${n % 8}`) || style("--ink");
  const dash = (n) => DASHES[(n || 0) % DASHES.length];
  const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

  // Three digits say what a figure supports; more than that only for whole cycles.
  const number = (value) =>
    Math.abs(value) >= 1000 ? grouped.format(value) : String(Number(value.toPrecision(value >= 100 ? 4 : 3)));

  // The words of an axis: small ones with equally many decimals.
  function alike(values) {
    const decimals = Math.max(0, ...values.map((value) => (String(Number(value.toPrecision(4))).split(".")[1] || "").length));
    const isLinear = values.length > 2 && Math.abs(values[2] - 2 * values[1] + values[0]) < 1e-9 * Math.abs(values[2]);
    return values.map((value) => (isLinear && Math.abs(value) < 1000 ? value.toFixed(decimals) : number(value)));
  }

  function undelta(deltas, unit = 1) {
    let sum = 0;
    return deltas.map((step) => (sum += step) / unit);
  }

  // uPlot wants one x for all series: the union of their lengths, with holes where a series has no such length.
  function aligned(series, withoutZero) {
    const lengths = [...new Set(series.flatMap((one) => one.x))].filter((x) => x > 0 || !withoutZero).sort((a, b) => a - b);
    const place = new Map(lengths.map((x, n) => [x, n]));
    const columns = series.map((one) => {
      const column = new Array(lengths.length).fill(undefined);
      one.x.forEach((x, n) => { if (place.has(x)) column[place.get(x)] = one.y[n]; });
      return column;
    });
    return [lengths, ...columns];
  }

  // Ticks of a logarithmic axis: 1, 2, 5, 10 or powers of two; evenly spaced ones where an axis is shorter than that.
  function ticks(low, high, steps, base) {
    const found = [];
    for (let power = base ** Math.floor(Math.log(low) / Math.log(base)); power <= high; power *= base) {
      for (const step of steps) if (power * step >= low && power * step <= high) found.push(power * step);
    }
    if (found.length >= 3) return found;
    const unit = 10 ** Math.floor(Math.log10((high - low) / 3 || 1));
    const step = [1, 2, 5, 10].map((n) => n * unit).find((n) => (high - low) / n <= 6);
    return Array.from({ length: 8 }, (_, n) => (Math.ceil(low / step) + n) * step).filter((x) => x <= high);
  }

  // Powers of two that leave room for their words.
  function sparse(values, room) {
    const every = Math.ceil(values.length / Math.max(2, Math.floor(room / 44)));
    return values.filter((_, n) => (values.length - 1 - n) % every === 0);
  }

  function heights(u, given, low, high, isZoomed) {
    if (low === null || high === null) return given.log.y ? [1, 10] : [0, 1];
    if (given.line !== undefined) {
      [low, high] = [Math.min(low, given.line), Math.max(high, given.line)];
      [low, high] = withBand(u, given.band && given.band(), low, high);
    }
    if (given.log.y) return [low / 1.12, high * 1.12];
    const room = (high - low || Math.abs(high) || 1) * 0.06;
    return [given.fromZero && !isZoomed ? 0 : low - room, high + room];
  }

  // A band may make the picture twice as high and no more: a few outliers would flatten what it is about.
  function withBand(u, found, low, high) {
    if (!found) return [low, high];
    const { min, max } = u.scales.x;
    const seen = found.x.map((x, n) => n).filter((n) => found.x[n] >= min && found.x[n] <= max);
    const most = (high - low) / 2;
    return [
      Math.max(low - most, Math.min(low, ...seen.map((n) => found.low[n]))),
      Math.min(high + most, Math.max(high, ...seen.map((n) => found.high[n]))),
    ];
  }

  function axes(given) {
    const common = {
      stroke: () => style("--quiet"), font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif",
      grid: { stroke: () => style("--faint"), width: 1 }, ticks: { show: false }, values: (_, values) => alike(values),
    };
    const x = { ...common, label: "message length in bytes", labelSize: 20, size: 28, space: 52, incrs: BYTES };
    const y = { ...common, space: 36, gap: 6, size: (_, texts) => 14 + 7 * Math.max(3, ...(texts || []).map((text) => text.length)) };
    const plain = (_, values) => values;
    if (given.log.x) {
      Object.assign(x, { filter: plain, splits: (u, __, low, high) => sparse(ticks(low, high, [1], 2), u.bbox.width / devicePixelRatio) });
    }
    if (given.log.y) Object.assign(y, { filter: plain, splits: (_, __, low, high) => ticks(low, high, [1, 2, 5], 10) });
    return [x, y];
  }

  function line(one) {
    return {
      label: one.name, show: one.on, spanGaps: true, width: 1.6, dash: dash(one.dash), stroke: () => colour(one.colour),
      // Dots where so few lengths are in view that a line alone would pretend to know what lies between.
      points: { size: 5, show: (u, n, from, to) => dense(u, n, from, to), fill: () => colour(one.colour) },
    };
  }

  function dense(u, n, from, to) {
    const column = u.data[n];
    let count = 0;
    for (let i = from; i <= to; i += 1) count += column[i] !== undefined;
    return count > 0 && u.bbox.width / devicePixelRatio / count > 14;
  }

  // Behind the curves: boundaries of blocks, the band of quartiles, the marked height.
  function background(u, given) {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    boundaries(u, given);
    band(u, given.band ? given.band() : null, given.log.x);
    for (const one of given.series) if (one.on && one.unsure) dots(u, one.unsure, given.log.x);
    if (given.line !== undefined) {
      ctx.strokeStyle = style("--quiet");
      ctx.lineWidth = devicePixelRatio * 1.5;
      stroke(ctx, bbox.left, u.valToPos(given.line, "y", true), bbox.left + bbox.width, null);
    }
    ctx.restore();
  }

  function stroke(ctx, x, y, toX, toY) {
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(toX === null ? x : toX, toY === null ? y : toY);
    ctx.stroke();
  }

  // From the left as far as they stay apart: on a log axis the right end is dense.
  function boundaries(u, given) {
    const { ctx, bbox } = u;
    ctx.strokeStyle = style("--quiet");
    ctx.globalAlpha = 0.38;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([devicePixelRatio, 3 * devicePixelRatio]);
    for (const x of apart(u, given)) stroke(ctx, x, bbox.top, null, bbox.top + bbox.height);
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  function apart(u, given) {
    const { min, max } = u.scales.x;
    const places = (given.steps || []).filter((x) => x > 0 && x >= min && x <= max).map((x) => u.valToPos(x, "x", true));
    const dense = places.findIndex((place, n) => n && place - places[n - 1] < NARROW * devicePixelRatio);
    return dense < 0 ? places : places.slice(0, dense - 1);
  }

  function band(u, found, isLog) {
    if (!found) return;
    const { ctx } = u;
    const { min, max } = u.scales.x;
    const points = found.x.map((x, n) => n).filter((n) => (found.x[n] > 0 || !isLog) && nearBy(found.x, n, min, max));
    if (!points.length) return;
    const at = (n, heightsOf) => [u.valToPos(found.x[n], "x", true), u.valToPos(heightsOf[n], "y", true)];
    ctx.beginPath();
    points.forEach((n) => ctx.lineTo(...at(n, found.high)));
    points.reverse().forEach((n) => ctx.lineTo(...at(n, found.low)));
    ctx.closePath();
    ctx.fillStyle = colour(found.colour);
    ctx.globalAlpha = 0.22;
    ctx.fill();
    ctx.globalAlpha = 1;
  }

  // Timings that can't be trusted: grey, and no line joins them.
  function dots(u, { x, y }, isLog) {
    const { min, max } = u.scales.x;
    const size = 2.5 * devicePixelRatio;
    u.ctx.fillStyle = style("--quiet");
    x.forEach((length, n) => {
      if (length < min || length > max || (isLog && length === 0) || y[n] === undefined) return;
      u.ctx.fillRect(u.valToPos(length, "x", true) - size / 2, u.valToPos(y[n], "y", true) - size / 2, size, size);
    });
  }

  // One point beyond either edge, so that the band reaches it.
  const nearBy = (x, n, min, max) => (x[n + 1] === undefined || x[n + 1] >= min) && (n === 0 || x[n - 1] <= max);

  function height(width) {
    return Math.round(width < 500 ? 260 : Math.min(460, Math.max(320, width * 0.46)));
  }

  function draw(holder, given) {
    const data = aligned(given.series, given.log.x);
    const ends = [data[0][0], data[0][data[0].length - 1]];
    let range = clamped(given.range, ends, given.log.x);
    let byKey = false;

    const options = {
      width: Math.max(200, holder.clientWidth),
      height: height(holder.clientWidth),
      legend: { show: false },
      padding: [10, 22, 0, 0],
      cursor: {
        y: false, points: { size: 7 }, drag: { x: true, y: false, dist: 6 },
        bind: { dblclick: () => () => { zoom(null); return null; } },
      },
      scales: {
        x: { time: false, distr: given.log.x ? 3 : 1, log: 2, range: () => range || widened(ends) },
        y: { distr: given.log.y ? 3 : 1, log: 10, range: (plot, low, high) => heights(plot, given, low, high, range && range[0] > ends[0]) },
      },
      axes: axes(given),
      series: [{}, ...given.series.map(line)],
      hooks: {
        drawAxes: [(u) => background(u, given)],
        setCursor: [(u) => given.onCursor && given.onCursor(u.cursor.left >= 0 ? lengthAt(u) : null, byKey)],
        setSelect: [(u) => { if (u.select.width > 0) dragged(u); }],
      },
    };
    options.cursor.drag.setScale = false; // dragged() rounds to whole bytes first
    const u = new uPlot(options, data, holder);
    // The canvas is named by what is around it.
    u.root.setAttribute("aria-hidden", "true");

    const lengthAt = (plot) => (plot.cursor.idx === null || plot.cursor.idx === undefined ? null : data[0][plot.cursor.idx]);

    function dragged(plot) {
      const { left, width } = plot.select;
      const ends2 = [left, left + width].map((pixel) => Math.round(plot.posToVal(pixel, "x")));
      plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      zoom(ends2);
    }

    function zoom(wanted) {
      range = clamped(wanted, ends, given.log.x);
      const [min, max] = range || widened(ends);
      u.setScale("x", { min, max });
      if (given.onRange) given.onRange(range);
    }

    // The lengths that a reader can go to: those in view that a visible series has.
    function stops() {
      const { min, max } = u.scales.x;
      return data[0].filter((x, n) => x >= min && x <= max && given.series.some((one, i) => one.on && data[i + 1][n] !== undefined));
    }

    function go(length) {
      byKey = true;
      u.setCursor({ left: u.valToPos(length, "x"), top: u.bbox.height / devicePixelRatio / 2 });
      byKey = false;
    }

    function move(by) {
      const places = stops();
      if (!places.length) return;
      const now = u.cursor.left >= 0 ? lengthAt(u) : null;
      const here = now === null ? -1 : places.findIndex((x) => x >= now);
      const next = now === null ? (by > 0 ? 0 : places.length - 1) : (here < 0 ? places.length : here) + by;
      go(places[Math.max(0, Math.min(places.length - 1, next))]);
    }

    function closer(factor) {
      const { min, max } = u.scales.x;
      const middle = (u.cursor.left >= 0 && lengthAt(u)) || (min + max) / 2;
      const half = ((max - min) * factor) / 2;
      zoom([Math.round(middle - half), Math.round(middle + half)]);
    }

    const resizing = new ResizeObserver(() => {
      const width = holder.clientWidth;
      if (width && width !== u.width) u.setSize({ width: Math.max(200, width), height: height(width) });
    });
    resizing.observe(holder);

    return {
      plot: u,
      ends,
      zoom,
      move,
      closer,
      go,
      get range() { return range; },
      show(n, on) {
        given.series[n].on = on;
        u.setSeries(n + 1, { show: on });
      },
      emphasize(n) {
        given.series.forEach((_, i) => { u.series[i + 1].width = i === n ? 2.8 : 1.6; });
        u.redraw(false);
      },
      redraw: () => u.redraw(false),
      stepsAreDrawn: () => apart(u, given).length > 0,
      destroy() {
        resizing.disconnect();
        u.destroy();
      },
    };
  }

  const widened = ([from, to]) => (from === to ? [Math.max(0, from - 1), to + 1] : [from, to]);

  // A range as far as there are data for it; null if that is all of them or nothing.
  function clamped(range, [first, last], isLog) {
    if (!range || range.some((x) => !Number.isFinite(x))) return null;
    const from = Math.max(range[0], first, isLog ? 1 : 0);
    const to = Math.min(range[1], last);
    return to - from < 1 || (from <= first && to >= last) ? null : [from, to];
  }

  hashcop.chart = draw;
  hashcop.curve = { style, colour, dash, number, undelta };
})();
