// Queries of bars.

/** A bar at the prices of the symbol, ×10^(digits+3); `spread` is its smallest one, in points. */
export interface BarRow {
  /** Its opening time in ms. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly tick_volume: number;
  readonly spread: number;
}

/** The queries of bars, with inputs and answers. */
export interface BarQueries {
  bars: {
    input: {
      symbol_id: number;
      digits: number;
      timeframe: string;
      from: number;
      to: number;
      limit: number;
      /** Of more bars than `limit`: the oldest? By default the newest. */
      is_forward?: boolean;
    };
    output: readonly BarRow[];
  };
}
