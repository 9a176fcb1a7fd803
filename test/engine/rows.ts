// Rows given by hand, under the name by which some tests still know them.

export {
  heldPosition,
  money,
  price,
  restingOrder,
  volume,
  withRows,
} from '../support/engine-rows.js';
