// The decisions as a growing tree, laid out by d3-hierarchy.
import { hierarchy, tree as layOutTree, type HierarchyPointNode } from 'd3-hierarchy';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { saveSvg } from '../picture';
import { say } from '../words';
import { coarse, type Item } from './coarse';
import { go, position, tree } from './search';
import { name } from './Trail';

const ACROSS = 24;
const DOWN = 34;

export function SearchTree() {
  const nodes = tree.value;
  const box = useRef<HTMLDivElement>(null);
  const now = position.value;
  const picture = useMemo(() => {
    if (!nodes) return null;
    const { root, total, cut } = coarse(nodes);
    const laid = layOutTree<Item>().nodeSize([ACROSS, DOWN])(hierarchy(root));
    const points = laid.descendants().sort((one, other) => one.data.step - other.data.step);
    const left = points.reduce((least, point) => Math.min(least, point.x), 0) - 40;
    const right = points.reduce((most, point) => Math.max(most, point.x), 0) + 100;
    const bottom = points.reduce((most, point) => Math.max(most, point.y), 0) + 24;
    return { points, left, width: right - left, height: bottom + 18, total, cut };
  }, [nodes]);
  // The node where the search stands: the newest that is decided and not yet left.
  const points = picture?.points ?? [];
  const reached = points.filter((point) => point.data.step < now || point.parent === null);
  const here = reached.reduceRight<(typeof points)[number] | undefined>(
    (found, point) => found ?? (now <= point.data.last + 1 ? point : undefined), undefined) ?? reached[0];
  useEffect(() => {
    const at = box.current;
    if (!at || !here || !picture) return;
    const scale = (at.firstElementChild?.clientWidth ?? picture.width) / picture.width;
    at.scrollLeft = (here.x - picture.left) * scale - at.clientWidth / 2;
    at.scrollTop = here.y * scale - at.clientHeight / 2;
  }, [here, picture]);
  // Drawn again only where a decision or a conflict has changed something; most steps are propagations.
  const dead = reached.reduce((count, { data }) => count + (data.end > 0 && data.last < now ? 1 : 0), 0);
  const drawing = useMemo(() => draw(reached, here, now), [picture, reached.length, here, dead]);
  if (!picture) return null;
  return (
    <section class="tree" aria-labelledby="tree-title">
      <h3 id="tree-title">
        {say('tree')} <span class="soft">{say(picture.cut ? 'treeCoarse' : 'treeNodes', picture.total - 1)}</span>
      </h3>
      <div class="scroll" ref={box} tabIndex={0} role="region" aria-labelledby="tree-title">
        <svg
          id="tree-svg" xmlns="http://www.w3.org/2000/svg" viewBox={`${picture.left} -18 ${picture.width} ${picture.height}`}
          width={`${picture.width / 16}rem`} height={`${picture.height / 16}rem`} role="img" aria-label={say('tree')}
        >
          {drawing}
        </svg>
      </div>
      <button type="button" class="quiet" onClick={() => saveSvg('search-tree.svg', 'tree-svg')}>{say('svgTree')}</button>
    </section>
  );
}

type Point = HierarchyPointNode<Item>;

function draw(reached: Point[], here: Point | undefined, now: number) {
  const path = new Set(here?.ancestors());
  return (
    <>
      {reached.map((point) =>
        point.parent ? (
          <path key={`e${point.data.step}`} class={`edge${path.has(point) ? ' path' : ''}`} d={`M${point.parent.x} ${point.parent.y}V${point.y - DOWN / 2}H${point.x}V${point.y}`} />
        ) : null,
      )}
      {reached.map((point) => {
        const { literal, step, last, end, size } = point.data;
        const dead = end === 1 && last < now;
        const what = `${literal ? name(literal) : say('start')}${size > 1 ? ` · ${say('treeNodes', size)}` : ''}`;
        const classes = ['node', dead ? 'dead' : '', end === 2 && last < now ? 'last' : '', path.has(point) ? 'path' : '', point === here ? 'here' : ''];
        return (
          <g key={`n${step}-${literal}`} class={classes.filter(Boolean).join(' ')} transform={`translate(${point.x} ${point.y})`} onClick={() => go(literal ? step + 1 : 0)}>
            {size > 1 ? <path d="M0 -7L8 8H-8z" class="bundle" /> : <circle r={literal ? 6 : 5} />}
            {dead ? <path d="M-3 -3L3 3M3 -3L-3 3" class="cross" /> : null}
            {point === here && literal ? <text x="11" y="4">{name(literal)}</text> : null}
            <title>{what}</title>
          </g>
        );
      })}
    </>
  );
}
