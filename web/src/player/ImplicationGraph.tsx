// The implication graph of the conflict, laid out by dagre.
import dagre from '@dagrejs/dagre';
import { useMemo } from 'preact/hooks';
import type { Graph } from '../../pkg/exactone_web';
import { saveText } from '../picture';
import { say } from '../words';
import { graph } from './search';

/** More literals than this make no readable picture: the furthest reasons are left out. */
const SHOWN = 60;

function layOut(now: Graph) {
  const first = Math.max(0, now.nodes.length - SHOWN);
  const kept = now.nodes.map((_, place) => place).filter((place) => place >= first && now.nodes[place]?.side !== 'always');
  const drawing = new dagre.graphlib.Graph();
  drawing.setGraph({ rankdir: 'LR', nodesep: 8, ranksep: 36, marginx: 6, marginy: 6 });
  drawing.setDefaultEdgeLabel(() => ({}));
  for (const place of kept) drawing.setNode(String(place), { width: Math.max(58, (now.nodes[place]?.label.length ?? 0) * 7.5 + 14), height: 26 });
  drawing.setNode('false', { width: 30, height: 26 });
  const has = (place: number): boolean => drawing.hasNode(String(place));
  for (const [from, to] of now.edges) if (has(from) && has(to)) drawing.setEdge(String(from), String(to));
  for (const place of now.conflict) if (has(place)) drawing.setEdge(String(place), 'false');
  dagre.layout(drawing);
  return { drawing, kept };
}

export function ImplicationGraph() {
  const now = graph.value;
  const picture = useMemo(() => (now ? layOut(now) : null), [now]);
  if (!now || !picture) {
    return (
      <section class="graph" aria-labelledby="graph-title">
        <h3 id="graph-title">{say('graph')}</h3>
        <p class="hint">{say('noGraph')}</p>
      </section>
    );
  }
  const { drawing, kept } = picture;
  const { width = 100, height = 100 } = drawing.graph();
  return (
    <section class="graph" aria-labelledby="graph-title">
      <h3 id="graph-title">{say('graph')}</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={say('graph')}>
        <svg id="graph-svg" xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={say('learntSays', now.sentence)}>
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
              <g key={place} class={`node ${node.side}`} transform={`translate(${at.x} ${at.y})`}>
                <rect x={-at.width / 2} y="-13" width={at.width} height="26" rx="6" />
                <text text-anchor="middle" y="4">{node.label}</text>
                <title>{`${node.label} · ${say('level', node.level)}`}</title>
              </g>
            );
          })}
          <g class="node false" transform={`translate(${drawing.node('false')?.x ?? 0} ${drawing.node('false')?.y ?? 0})`}>
            <rect x="-15" y="-13" width="30" height="26" rx="6" />
            <text text-anchor="middle" y="5">⊥</text>
          </g>
        </svg>
      </div>
      <p data-testid="learnt">{say('learntSays', now.sentence)}</p>
      <button type="button" onClick={() => saveText('implication-graph.svg', document.getElementById('graph-svg')?.outerHTML ?? '', 'image/svg+xml')}>{say('svgGraph')}</button>
    </section>
  );
}
