// The tree of decisions as a picture can show it: whole while it is small, else without what lies deep, and with
// neighbours drawn together where even one level is too wide.

/** Nodes that are drawn at most. */
export const DRAWN = 1500;
/** Numbers that an entry of the worker's array has: parent, literal, step, last step, end. */
export const FIELDS = 5;

export interface Item {
  literal: number;
  step: number;
  last: number;
  /** 0 inner, 1 conflict, 2 the last. */
  end: number;
  /** Nodes that it stands for. */
  size: number;
  children: Item[];
}

/** The tree that is drawn, and how many nodes there are in all. */
export function coarse(nodes: Int32Array, drawn: number = DRAWN): { root: Item; total: number; cut: boolean } {
  const total = Math.max(1, nodes.length / FIELDS);
  const all: Item[] = [];
  const depth = new Int32Array(total);
  const widths: number[] = [];
  for (let place = 0; place < total; place++) {
    const at = place * FIELDS;
    all.push({ literal: nodes[at + 1] ?? 0, step: nodes[at + 2] ?? 0, last: nodes[at + 3] ?? 0, end: nodes[at + 4] ?? 0, size: 1, children: [] });
    const parent = nodes[at] ?? -1;
    depth[place] = parent < 0 ? 0 : (depth[parent] ?? 0) + 1;
    widths[depth[place] ?? 0] = (widths[depth[place] ?? 0] ?? 0) + 1;
  }
  const root = all[0] ?? { literal: 0, step: 0, last: 0, end: 0, size: 1, children: [] };
  // The deepest level down to which everything fits.
  let deepest = 0;
  for (let room = drawn - 1; deepest + 1 < widths.length; deepest++) {
    room -= widths[deepest + 1] ?? 0;
    if (room < 0) break;
  }
  const cut = deepest + 1 < widths.length;
  // What lies deeper, and beyond a first level that is too wide, is counted where it hangs.
  for (let place = total - 1; place > 0; place--) {
    const item = all[place];
    const parent = all[nodes[place * FIELDS] ?? 0];
    if (!item || !parent) continue;
    parent.last = Math.max(parent.last, item.last);
    if ((depth[place] ?? 0) > Math.max(deepest, 1)) {
      parent.size += item.size;
      if (item.end === 2) parent.end = 2;
    } else parent.children.unshift(item);
  }
  if (deepest === 0 && root.children.length > drawn) {
    const each = Math.ceil(root.children.length / drawn);
    const bundles: Item[] = [];
    for (let first = 0; first < root.children.length; first += each) {
      const bundle = root.children.slice(first, first + each);
      const head = bundle[0];
      if (!head) continue;
      bundles.push({
        ...head,
        last: Math.max(...bundle.map((item) => item.last)),
        end: Math.max(...bundle.map((item) => item.end)),
        size: bundle.reduce((sum, item) => sum + item.size, 0),
        children: [],
      });
    }
    root.children = bundles;
  }
  return { root, total, cut };
}
