// The operators' figures: the meaning of each name, and their text for Prometheus.

import type { Histogram } from '../../actors/client.js';

/**
 * The meaning of each figure, by its name without `brokerd_` and labels. `shard_N_…` means the
 * figures of every shard.
 */
const HELP: Readonly<Record<string, string>> = {
  requests_2xx_total: 'Answers of REST with a status of 200 to 299.',
  requests_3xx_total: 'Answers of REST with a status of 300 to 399.',
  requests_4xx_total: 'Answers of REST with a status of 400 to 499: refusals.',
  requests_5xx_total: 'Answers of REST with a status of 500 to 599; each has a line in the log.',
  sessions: 'Sessions in force that the front knows.',
  turn_work_max:
    'Most units of work that any client had done in a turn of the front since the start.',
  sockets: 'Open sockets.',
  sockets_bytes: 'Bytes that are unsent and waiting on all sockets.',
  resume_events: 'Numbered events that are kept for resume.',
  seq: 'Seq of the newest committed event that the front has delivered.',
  clock_ahead_seconds: 'Seconds by which the time of events is ahead of the clock of the system.',
  close_only: '1 while positions can only be closed for want of room on the disk.',
  disk_free_bytes: 'Bytes free on the disk of the data folder.',
  disk_ballast_bytes: 'Bytes of the disk that are kept back for a stop.',
  alarms_total: 'What the audit found not to hold since the start, by check; to be 0.',
  alarms_standing: 'What the newest round of the audit found not to hold; to be 0.',
  audit_accounts_total: 'Accounts that were audited.',
  audit_moved_total: 'Audited accounts that traded meanwhile: only their rows could be checked.',
  audit_round_ended_seconds: 'Unix time of the end of the newest round over all accounts.',
  audit_round_seconds: 'How long the newest round over all accounts took.',
  audit_chain_seq: 'Seq of the log that the round over it has come to.',
  audit_chain_ended_seconds: 'Unix time of the end of the newest round over the log.',
  audit_copy_seq: "Seq of the log's copy that the round over it has come to.",
  audit_copy_ended_seconds: "Unix time of the end of the newest round over the log's copy.",
  threads_silent: 'Threads that have not shown for seconds that they get on.',
  endless_loops_total: 'Threads that were ended because they looped.',
  desk_up: '1 while the desk thread answers.',
  desk_serving: '1 once the desk has loaded its records.',
  desk_projection_seq: 'Seq of the newest event that the database shows.',
  desk_events: 'Events that the desk has written since its start.',
  desk_sessions_in_use: 'Sessions that were used within the last seconds.',
  desk_emails_waiting: 'E-mails that wait to be sent; to be near 0.',
  desk_hashing_waiting: 'Passwords that wait to be hashed.',
  desk_maintenance_expired: 'Demo accounts that the newest maintenance has archived.',
  desk_maintenance_skipped_busy:
    'Demo accounts that the newest maintenance has left because they were busy.',
  market_up: '1 while the market thread answers.',
  market_feeds: 'Datafeeds.',
  market_feeds_online: 'Datafeeds that are online.',
  market_quotes: 'Quotes since the start of the market thread.',
  market_last_quote_at: 'Time of the newest quote, ms since 1970; 0 = none yet.',
  shard_N_up: '1 while the shard thread answers.',
  shard_N_accounts: 'Accounts of the shard.',
  shard_N_accounts_in_use: 'Accounts of the shard that are in use.',
  shard_N_connections: 'Sockets of traders whose accounts the shard has.',
  shard_N_requests: 'Requests that the shard has taken since its start.',
  shard_N_events: 'Events that the shard has written since its start.',
  shard_N_end_of_day_runs: 'Ends of trading days that the shard has carried out since its start.',
  shard_N_end_of_day_accounts: 'Accounts of these, all together.',
  shard_N_end_of_day_left: 'Accounts that an end of a trading day under way has left.',
  shard_N_end_of_day_last_at: 'Time of the newest end of a trading day, ms since 1970.',
  shard_N_end_of_day_last_ms: 'How long the newest end of a trading day took, in ms.',
  order_seconds: 'How long the hops of orders took on their way through the threads.',
};

/** The meaning of a figure; undefined = it is not in the table. */
const helpOf = (name: string): string | undefined => HELP[name.replace(/^shard_\d+_/, 'shard_N_')];

/** The lines before the values of a figure. */
const headOf = (name: string, full: string, type: string): string => {
  const help = helpOf(name);
  return `${help === undefined ? '' : `# HELP ${full} ${help}\n`}# TYPE ${full} ${type}\n`;
};

/**
 * Metrics in the Prometheus text format; names that end in `_total` are counters. A name may have
 * labels in braces at its end; metrics of the same name must be adjacent.
 */
export const prometheusText = (figures: Readonly<Record<string, number>>): string => {
  let text = '';
  let typed = '';
  for (const [name, value] of Object.entries(figures)) {
    const [bare = '', labels] = name.split('{', 2);
    const full = `brokerd_${bare.replace(/[^A-Za-z0-9_]/g, '_')}`;
    if (full !== typed) text += headOf(bare, full, bare.endsWith('_total') ? 'counter' : 'gauge');
    typed = full;
    text += `${full}${labels === undefined ? '' : `{${labels}`} ${value}\n`;
  }
  return text;
};

/** Histograms in the same format; histograms of the same name must be adjacent. */
export const histogramText = (histograms: readonly Histogram[]): string => {
  let text = '';
  let typed = '';
  for (const { name, label, bounds, counts, sum } of histograms) {
    const full = `brokerd_${name}`;
    if (name !== typed) text += headOf(name, full, 'histogram');
    typed = name;
    let total = 0;
    for (const [bucket, count] of counts.entries()) {
      total += count;
      const bound = bounds[bucket];
      const le = bound === undefined ? '+Inf' : String(Number(bound.toPrecision(6)));
      text += `${full}_bucket{${label},le="${le}"} ${total}\n`;
    }
    text += `${full}_sum{${label}} ${sum}\n${full}_count{${label}} ${total}\n`;
  }
  return text;
};
