/* Where the files of a picture stand: forces, worked out beside the page so that it stays quick.
   Told {libraries} once, then {nodes, edges} or {fixed, x, y} or {free}; answers positions. */
"use strict";
let forces = null;
let nodes = [];
let timer = 0;

const tell = () => {
  const places = new Float32Array(2 * nodes.length);
  nodes.forEach((one, at) => { places[2 * at] = one.x; places[2 * at + 1] = one.y; });
  postMessage({ places, still: forces.alpha() < forces.alphaMin() }, [places.buffer]);
};

const step = () => {
  const began = performance.now();
  do forces.tick(); while (performance.now() - began < 8 && forces.alpha() > forces.alphaMin());
  tell();
  timer = forces.alpha() > forces.alphaMin() ? setTimeout(step, 8) : 0;
};

const warm = (alpha) => {
  forces.alpha(Math.max(forces.alpha(), alpha));
  if (!timer) timer = setTimeout(step, 0);
};

const begin = ({ count, edges, from, radii, calm }) => {
  nodes = Array.from({ length: count }, (_, at) => from?.[at] ? { x: from[at][0], y: from[at][1] } : {});
  const links = edges.map(([source, target]) => ({ source, target }));
  const large = count > 1500;
  forces?.stop();
  forces = d3.forceSimulation(nodes)
    .force("links", d3.forceLink(links).distance(large ? 34 : 58))
    .force("apart", d3.forceManyBody().strength(large ? -40 : -190).distanceMax(large ? 500 : 900).theta(1))
    .force("x", d3.forceX().strength(0.05))
    .force("y", d3.forceY().strength(0.06))
    .force("room", large ? null : d3.forceCollide((_, at) => radii[at] + 4))
    .alphaDecay(large ? 0.03 : 0.0228)
    .stop();
  if (calm) {
    forces.tick(large ? 120 : 300);
    forces.alpha(0);
    tell();
  } else warm(from?.some(Boolean) ? 0.4 : 1);
};

onmessage = ({ data }) => {
  if (data.libraries) importScripts(...data.libraries);
  else if (data.count !== undefined) begin(data);
  else if (data.fixed !== undefined && nodes[data.fixed]) {
    Object.assign(nodes[data.fixed], { fx: data.x, fy: data.y });
    warm(0.25);
  } else if (data.free !== undefined && nodes[data.free]) Object.assign(nodes[data.free], { fx: null, fy: null });
};
