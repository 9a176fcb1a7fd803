// The exposure table: the open volume by bucket, symbol and side, which triggers keep.

import { highPart, lowPart } from './wide-sums.js';

const parts = (row: string): string => `${highPart(`${row}.volume`)}, ${lowPart(`${row}.volume`)}`;

const ADD_NEW = `INSERT INTO exposure VALUES (NEW.bucket, NEW.symbol, NEW.side, 1, ${parts('NEW')})
    ON CONFLICT (bucket, symbol, side) DO UPDATE SET positions = positions + 1,
      high = high + excluded.high, low = low + excluded.low;`;
const TAKE_OLD = `UPDATE exposure SET positions = positions - 1,
      high = high - (${highPart('OLD.volume')}), low = low - (${lowPart('OLD.volume')})
    WHERE bucket = OLD.bucket AND symbol = OLD.symbol AND side = OLD.side;
    DELETE FROM exposure
    WHERE bucket = OLD.bucket AND symbol = OLD.symbol AND side = OLD.side AND positions = 0;`;

/** SQL that creates the table. A position's row changes it, whoever writes the row. */
export const EXPOSURE = `CREATE TABLE exposure (
    bucket INTEGER NOT NULL, symbol INTEGER NOT NULL, side TEXT NOT NULL,
    positions INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL,
    PRIMARY KEY (bucket, symbol, side)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER positions_opened AFTER INSERT ON positions BEGIN ${ADD_NEW} END;
  CREATE TRIGGER positions_closed AFTER DELETE ON positions BEGIN ${TAKE_OLD} END;
  CREATE TRIGGER positions_changed AFTER UPDATE ON positions
    WHEN OLD.bucket <> NEW.bucket OR OLD.symbol <> NEW.symbol OR OLD.side <> NEW.side
      OR OLD.volume <> NEW.volume
    BEGIN ${TAKE_OLD} ${ADD_NEW} END;`;
