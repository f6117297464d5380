// The implication graph of the conflict down to the first unique implication point, laid out by dagre.
import dagre from '@dagrejs/dagre';
import { useMemo } from 'preact/hooks';
import type { Graph } from '../../pkg/exactone_web';
import { saveSvg } from '../picture';
import { say } from '../words';
import { askWhy, graph } from './search';
import { name } from './Trail';

/** More literals than this make no readable picture: the furthest reasons are left out, and it says so. */
const SHOWN = 40;
const HEIGHT = 40;

function layOut(now: Graph) {
  const open = now.nodes.map((_, place) => place).filter((place) => now.nodes[place]?.side !== 'always');
  const kept = open.slice(-SHOWN);
  const drawing = new dagre.graphlib.Graph();
  drawing.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 34, marginx: 8, marginy: 8 });
  drawing.setDefaultEdgeLabel(() => ({}));
  for (const place of kept) drawing.setNode(String(place), { width: Math.max(58, (now.nodes[place]?.label.length ?? 0) * 8 + 16), height: HEIGHT });
  drawing.setNode('false', { width: 34, height: HEIGHT });
  const has = (place: number): boolean => drawing.hasNode(String(place));
  for (const [from, to] of now.edges) if (has(from) && has(to)) drawing.setEdge(String(from), String(to));
  for (const place of now.conflict) if (has(place)) drawing.setEdge(String(place), 'false');
  dagre.layout(drawing);
  // The size that dagre tells is that of the nodes; a long edge may lead around them.
  const { width = 100, height = 100 } = drawing.graph();
  const bends = drawing.edges().flatMap((edge) => (drawing.edge(edge)?.points ?? []) as { x: number; y: number }[]);
  const top = bends.reduce((least, { y }) => Math.min(least, y - 8), 0);
  const bottom = bends.reduce((most, { y }) => Math.max(most, y + 8), height);
  return { drawing, kept, left: open.length - kept.length, width, top, height: bottom - top };
}

export function ImplicationGraph() {
  const now = graph.value;
  const picture = useMemo(() => (now && now.level > 0 ? layOut(now) : null), [now]);
  return (
    <section class="graph" aria-labelledby="graph-title">
      <h3 id="graph-title">{say('graph')}</h3>
      {now && picture ? <Picture now={now} {...picture} /> : <p class="hint">{say(now ? 'graphAtTop' : 'noGraph')}</p>}
    </section>
  );
}

function Picture({ now, drawing, kept, left, width, top, height }: { now: Graph } & ReturnType<typeof layOut>) {
  const end = drawing.node('false');
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="graph-title">
        <svg id="graph-svg" xmlns="http://www.w3.org/2000/svg" viewBox={`0 ${top} ${width} ${height}`} width={`${width / 16}rem`} height={`${height / 16}rem`} role="img" aria-label={say('learntSays', now.sentence)}>
          <defs>
            <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z" class="arrow-head" /></marker>
          </defs>
          {drawing.edges().map((edge) => (
            <polyline key={`${edge.v}-${edge.w}`} class="edge" marker-end="url(#arrow)" points={(drawing.edge(edge)?.points ?? []).map(({ x, y }: { x: number; y: number }) => `${x},${y}`).join(' ')} />
          ))}
          {kept.map((place) => {
            const at = drawing.node(String(place));
            const node = now.nodes[place];
            if (!at || !node) return null;
            return (
              <g key={place} class={`node ${node.side}`} transform={`translate(${at.x} ${at.y})`} onClick={() => askWhy(node.literal)}>
                <rect x={-at.width / 2} y={-HEIGHT / 2} width={at.width} height={HEIGHT} rx="7" />
                <text text-anchor="middle" y="-2">{node.label}</text>
                <text text-anchor="middle" y="13" class="small">{node.side === 'uip' ? `${say('uip')} · ${node.level}` : say('level', node.level)}</text>
              </g>
            );
          })}
          <g class="node false" transform={`translate(${end?.x ?? 0} ${end?.y ?? 0})`}>
            <rect x="-17" y={-HEIGHT / 2} width="34" height={HEIGHT} rx="7" />
            <text text-anchor="middle" y="5">⊥</text>
          </g>
        </svg>
      </div>
      {left > 0 ? <p class="hint">{say('graphCut', left)}</p> : null}
      <p class="legend">
        <span class="key reason">{say('sideReason')}</span>
        <span class="key uip">{say('sideUip')}</span>
        <span class="key conflict">{say('sideConflict')}</span>
      </p>
      <p data-testid="learnt">
        {say('learntSays', now.sentence)}
        {now.learnt.length > 0 ? <span class="literals"> {now.learnt.map((literal) => name(literal)).join(' ∨ ')}</span> : null}
        <br />
        <span class="hint">{say('jumpsBack', now.level, now.backTo)}</span>
      </p>
      <button type="button" class="quiet" onClick={() => saveSvg('implication-graph.svg', 'graph-svg')}>{say('svgGraph')}</button>
    </>
  );
}
