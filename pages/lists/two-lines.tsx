// A row in two lines, for phones.

import type { ComponentChildren } from 'preact';

interface TwoLinesProps {
  readonly first: ComponentChildren;
  readonly firstEnd: ComponentChildren;
  readonly second: ComponentChildren;
  readonly secondEnd: ComponentChildren;
}

/** A row in two lines; what stands at the end of each is short. */
export const TwoLines = ({ first, firstEnd, second, secondEnd }: TwoLinesProps) => (
  <>
    <div class="line-pair">
      <span>{first}</span>
      <span class="end">{firstEnd}</span>
    </div>
    <div class="line-pair muted">
      <span>{second}</span>
      <span class="end">{secondEnd}</span>
    </div>
  </>
);
