// Maps accounts to shards.

/** The shard of a login: evenly distributed, the same in every thread and every run. */
export const shardOf = (login: number, shards: number): number => {
  let h = Math.imul((login % 0x1_0000_0000) ^ Math.floor(login / 0x1_0000_0000), 0x9e3779b1);
  h ^= h >>> 15;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  return (h >>> 0) % shards;
};
