import { positionOf } from '../../domain/position-of.ts';
import type { View } from './body-section.ts';
import type { ShownPart } from './shown-bodies.ts';

/** What the address of the page of a request asks for. */
export interface RequestView {
  view: View;
  /** The first difference of the list beside the bodies. */
  list: number;
  part: ShownPart;
}

/** Reads the query of the page; anything unusable counts as absent. */
export function requestView(query: URLSearchParams): RequestView {
  const asked = query.get('view');
  const view = asked === 'unified' || asked === 'raw' ? asked : 'split';
  return {
    view,
    list: positionOf(query.get('differences')),
    part: {
      isRaw: view === 'raw',
      isUnfolded: query.get('fold') === 'none',
      from: positionOf(query.get('from')),
      replayedFrom: query.has('replayedFrom') ? positionOf(query.get('replayedFrom')) : null,
      difference: query.has('difference') ? positionOf(query.get('difference')) : null,
    },
  };
}
