// The decisions as a growing tree, laid out by d3-hierarchy; beyond some thousand nodes only the upper levels are drawn.
import { hierarchy, tree as layOutTree, type HierarchyPointNode } from 'd3-hierarchy';
import { useMemo } from 'preact/hooks';
import { saveText } from '../picture';
import { say } from '../words';
import { go, position, tree } from './search';
import { name } from './Trail';

const DRAWN = 1500;
/** Numbers an entry of the worker's array has: parent, literal, step, last step, end. */
const FIELDS = 5;

interface Item {
  literal: number;
  step: number;
  last: number;
  end: number;
  children: Item[];
}

function items(nodes: Int32Array): Item | null {
  const all: Item[] = [];
  for (let place = 0; place < nodes.length && all.length < DRAWN; place += FIELDS) {
    const item: Item = { literal: nodes[place + 1] ?? 0, step: nodes[place + 2] ?? 0, last: nodes[place + 3] ?? 0, end: nodes[place + 4] ?? 0, children: [] };
    all.push(item);
    if (place > 0) all[nodes[place] ?? 0]?.children.push(item);
  }
  return all[0] ?? null;
}

export function SearchTree() {
  const nodes = tree.value;
  const picture = useMemo(() => {
    const root = nodes ? items(nodes) : null;
    return root ? layOutTree<Item>().nodeSize([26, 34])(hierarchy(root)) : null;
  }, [nodes]);
  if (!picture) return null;
  const now = position.value;
  const points = picture.descendants();
  const left = Math.min(...points.map((point) => point.x)) - 30;
  const right = Math.max(...points.map((point) => point.x)) + 30;
  const bottom = Math.max(...points.map((point) => point.y)) + 24;
  const shown = (point: HierarchyPointNode<Item>): boolean => point.data.step < now || point.parent === null;
  const cut = nodes && nodes.length / FIELDS > DRAWN ? nodes.length / FIELDS - DRAWN : 0;
  return (
    <section class="tree" aria-labelledby="tree-title">
      <h3 id="tree-title">{say('tree')}</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={say('tree')}>
        <svg id="tree-svg" xmlns="http://www.w3.org/2000/svg" viewBox={`${left} -16 ${right - left} ${bottom + 16}`} width={right - left} height={bottom + 16} role="img" aria-label={say('tree')}>
          {picture.links().filter((link) => shown(link.target)).map((link) => (
            <path key={link.target.data.step} class="edge" d={`M${link.source.x} ${link.source.y}V${link.target.y - 17}H${link.target.x}V${link.target.y}`} />
          ))}
          {points.filter(shown).map((point) => {
            const { literal, step, last, end } = point.data;
            const here = step < now && now <= last + 1;
            return (
              <g key={step} class={`node${end === 1 && last < now ? ' dead' : ''}${here ? ' here' : ''}${end === 2 ? ' last' : ''}`} transform={`translate(${point.x} ${point.y})`} onClick={() => go(step + 1)}>
                <circle r="7" />
                <title>{literal ? name(literal) : say('start')}</title>
              </g>
            );
          })}
        </svg>
      </div>
      {cut > 0 ? <p class="hint">+ {cut}</p> : null}
      <button type="button" onClick={() => saveText('search-tree.svg', document.getElementById('tree-svg')?.outerHTML ?? '', 'image/svg+xml')}>{say('svgTree')}</button>
    </section>
  );
}
