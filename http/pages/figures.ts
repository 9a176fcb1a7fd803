// The operators' metrics: the meaning of each name, and their text for Prometheus.

import type { Histogram } from '../../actors/client.js';

/** The meaning of each metric, by its name without `brokerd_` and labels. */
export const HELP: Readonly<Record<string, string>> = {
  requests_total: 'Answers of REST by class of status; each answer of 5xx has a line in the log.',
  refusals_total:
    'Refusals of REST by code: auth.invalid_credentials counts failed sign-ins, for example.',
  sessions: 'Valid sessions that the front knows.',
  turn_work_max:
    "Most units of work for one client in one turn of the front's event loop since the " + 'start.',
  sockets: 'Open sockets.',
  sockets_bytes: 'Bytes that are unsent and waiting on all sockets.',
  resume_events: 'Numbered events that are kept for resume.',
  process_cpu_seconds_total: 'Processor time of all threads of the process.',
  log_lines_lost_total: 'Log lines that were lost because they could not be written.',
  process_memory_bytes: 'Resident memory of the process.',
  certificate_ends_seconds: 'Unix time of the end of the certificate of --tls-cert.',
  seq: 'Seq of the newest committed event that the front has delivered.',
  released:
    'Is the platform released? 0 = the platform is a copy whose outward connections are ' + 'off.',
  clock_ahead_seconds: 'Seconds by which the time of events is ahead of the clock of the system.',
  close_only: '1 while positions can only be closed because the disk has no room.',
  disk_free_bytes: 'Bytes free on the disk of the data folder.',
  disk_ballast_bytes: 'Bytes of the disk that are reserved for a stop.',
  alarms_total: 'Failed checks of the audit since the start, by check; should be 0.',
  alarms_standing: 'Failed checks of the newest round of the audit; should be 0.',
  audit_accounts_total: 'Accounts that were audited.',
  audit_moved_total: 'Audited accounts that traded meanwhile: only their rows could be checked.',
  audit_round_ended_seconds: 'Unix time of the end of the newest round over all accounts.',
  audit_round_seconds: 'Duration of the newest round over all accounts.',
  audit_chain_seq: 'Seq of the log that the present round has reached.',
  audit_chain_ended_seconds: 'Unix time of the end of the newest round over the log.',
  audit_copy_seq: "Seq of the log's copy that the present round has reached.",
  audit_copy_ended_seconds: "Unix time of the end of the newest round over the log's copy.",
  threads_silent: 'Threads without a heartbeat for some seconds.',
  endless_loops_total: 'Threads that were ended because they looped.',
  thread_up: '1 while the thread answers.',
  desk_serving: '1 once the desk has loaded its records.',
  desk_projection_seq: 'Seq of the newest event that the database shows.',
  desk_events_total: 'Events that the desk has written since its start.',
  desk_sessions_in_use: 'Sessions in use: with an open socket or a recent request.',
  desk_emails_waiting: 'E-mails that wait to be sent; should be near 0.',
  desk_report_jobs_waiting: 'Report jobs that wait or run.',
  desk_hashing_waiting: 'Passwords that wait to be hashed.',
  desk_maintenance_expired: 'Demo accounts that the newest maintenance has archived.',
  desk_maintenance_skipped_busy:
    'Demo accounts that the newest maintenance has left because they were busy.',
  market_quotes_total: 'Quotes since the start of the market thread.',
  market_last_quote_seconds: 'Unix time of the newest quote; 0 = none yet.',
  market_feed_up:
    '1 while the datafeed is online, else 0; absent while the datafeed is disabled or ' +
    'outside its session times.',
  market_feed_instruments: 'Instruments that the datafeed prices.',
  market_feed_connects_total: 'Times that the datafeed has connected.',
  market_feed_quotes_total: 'Quotes that the datafeed has sent.',
  market_feed_dropped_late_total: 'Quotes that were dropped because they came late.',
  market_feed_dropped_crossed_total: 'Quotes that were dropped because bid was above ask.',
  market_feed_dropped_price_total: 'Quotes that were dropped for an impossible price.',
  market_feed_dropped_session_total: 'Quotes that were dropped outside the quote sessions.',
  market_feed_dropped_spike_total: 'Quotes that the filter against spikes held back.',
  market_feed_dropped_unused_total: 'Quotes that were dropped because no symbol uses them.',
  market_feed_dropped_total:
    'Quotes that were dropped; the status of the datafeed has the reasons.',
  market_feed_last_quote_seconds: 'Unix time of the newest quote of the datafeed; 0 = none yet.',
  market_feed_throttled: '1 while the server reads less than the provider sends.',
  gateway_up:
    '1 while the gateway is logged on, else 0; absent while the gateway is disabled or ' +
    'outside its session times.',
  gateway_latency_seconds: 'Duration of the newest answer of the provider.',
  gateway_answered_seconds: 'Unix time of the newest message of the provider; 0 = none yet.',
  gateway_logons_total: 'Logons of the gateway at its provider.',
  gateway_orders_total: 'Orders that were sent to the provider.',
  gateway_fills_total: 'Fills that the provider has reported.',
  gateway_rejects_total: 'Orders and changes that the provider has rejected.',
  gateway_unanswered: 'Requests that the provider has not answered yet.',
  gateway_received_bytes_total: 'Bytes that the provider has sent.',
  gateway_sent_bytes_total: 'Bytes that were sent to the provider.',
  gateway_throttled: '1 while the server reads less than the provider sends.',
  gateway_held_fills: 'Fills that staff have to book or bust; should be 0.',
  demo_provider_sessions: 'Sessions that are logged on at the demo provider.',
  demo_provider_orders_working: 'Orders that the demo provider can fill.',
  shard_accounts: 'Accounts of the shard.',
  shard_accounts_in_use: 'Accounts of the shard that are in use.',
  shard_connections: 'Sockets of traders whose accounts the shard has.',
  shard_requests_total: 'Requests that the shard has taken since its start.',
  shard_events_total: 'Events that the shard has written since its start.',
  shard_end_of_day_runs_total:
    'Ends of trading days that the shard has carried out since its start.',
  shard_end_of_day_accounts_total:
    'Accounts whose trading days the shard has ended since its start, counted for each day.',
  shard_end_of_day_left: 'Accounts that wait for a running end of the trading day.',
  shard_end_of_day_ended_seconds: 'Unix time of the newest end of a trading day.',
  shard_end_of_day_seconds: 'Duration of the newest end of a trading day.',
  order_seconds: 'Duration of the hops of orders on their way through the threads.',
};

/** The lines before the values of a metric. */
const headOf = (name: string, full: string, type: string): string => {
  const help = HELP[name];
  return `${help === undefined ? '' : `# HELP ${full} ${help}\n`}# TYPE ${full} ${type}\n`;
};

/**
 * Metrics in the Prometheus text format; names that end in `_total` are counters. A name may have
 * labels in braces at its end.
 */
export const prometheusText = (metrics: Readonly<Record<string, number>>): string => {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(metrics)) {
    const [bare = '', labels] = name.split('{', 2);
    const full = `brokerd_${bare}`;
    const before =
      texts.get(bare) ?? headOf(bare, full, bare.endsWith('_total') ? 'counter' : 'gauge');
    texts.set(bare, `${before}${full}${labels === undefined ? '' : `{${labels}`} ${value}\n`);
  }
  return [...texts.values()].join('');
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
