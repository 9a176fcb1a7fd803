// Words of datafeeds, gateways, mail servers and logical servers, by the sections of their forms.

import type { SchemaWords, Sections } from './field-words.js';

const connection: Sections = {
  Identity: {
    name: ['Name', 'Unique among its kind: letters, digits, spaces, `. _ & # -`.'],
    module: ['Module', 'Kind of connection; it says which parameters there are.'],
    enabled: ['Enabled', 'Shall it connect?'],
    priority: ['Priority', 'The lower goes first where several fit.', 'number'],
  },
  Connection: {
    server: ['Server', '`host:port` of the provider.'],
    login: ['Login', 'User name at the provider.'],
    password: [
      'Password',
      'Password at the provider; held sealed, never shown; `********` keeps it.',
    ],
    gateway_server: ['Second server', 'Second connection of a module; not read by any yet.'],
    gateway_login: ['Second login', 'User name of the second connection.'],
    gateway_password: ['Second password', 'Held sealed, never shown; `********` keeps it.'],
    has_gateway_password: ['Second password stored', 'Is one stored?'],
    mode: ['Mode', '`Active`: the server dials; `Passive`: the provider dials.'],
    ssl: ['TLS', 'Is the session encrypted whatever the parameters say?'],
  },
  Reconnection: {
    reconnect_sec: ['Reconnect', 'Wait between two tries.'],
    timeout_sec: ['Timeout', 'How long the provider may take to answer.'],
    idle_timeout_sec: ['Silence', 'Without data for so long it connects anew.'],
    failures_before_rest: ['Failures', 'Failures in a row before a long wait.', 'count'],
    rest_sec: ['Long wait', 'Wait after many failures.'],
    reconnect_attempts: ['Attempts', 'Tries of one series.', 'count'],
    series_pause_sec: ['Pause', 'Wait after a series that never signed in.'],
  },
  Symbols: {
    symbols: ['Symbols', 'Masks in order; `!` excludes, the last that fits decides.'],
    translates: ['Translations', 'Names at the provider and markups, by symbol.'],
    import_symbol_settings: ['Import settings', 'Are digits and sizes taken from the provider?'],
    groups: ['Groups', 'Symbols by group, where they differ.'],
  },
  Parameters: { params: ['Parameters', 'Settings of the module, each key once.'] },
  Content: {
    quotes_enabled: ['Quotes', 'Are its quotes used?'],
    news_enabled: ['News', 'Are its news used?'],
    allow_import_balances: ['Import balances', 'Are balances of the provider taken over?'],
    collect_transactions_days: ['Transactions', 'How long they are kept; 0 = not.'],
    profiling: ['Profiling', 'Are timings of the session recorded?'],
    fill_deviation_max: [
      'Fill deviation',
      'A fill further from the quote is held for staff; 0 = none is.',
      'percent',
    ],
  },
};

const param: Sections = {
  Parameter: {
    key: ['Key', 'Name of the parameter in the module.'],
    value: ['Value', 'Its value as text; asterisks stand for a sealed one.'],
    type: ['Type', 'Type of the value.'],
    label: ['Label', 'Its name for people.'],
    sealed: ['Sealed', 'Is it held sealed? Its mask sent back keeps the value.'],
    options: ['Options', 'Words of the type `enum`.'],
  },
};

const status: Sections = {
  State: {
    datafeed_id: ['Datafeed', 'Id of the datafeed.'],
    gateway_id: ['Gateway', 'Id of the gateway.'],
    state: [
      'State',
      'What it is doing. While it is not `online`, `last_error` says why; an enabled one tries ' +
        'again by itself.',
    ],
    since: ['Since', 'When the state began; null = not reported.'],
    last_error: ['Last error', 'Why it failed last; empty = it did not.'],
    instance: ['Instance', 'Which copy of execution reports.'],
    ssl: ['TLS', 'Is the session encrypted?'],
    connects: ['Connects', 'Times that it connected.', 'count'],
    failures: ['Failures', 'Failures in a row.', 'count'],
    last_logon: ['Last sign-in', 'When it signed in last; null = never.'],
    logons: ['Sign-ins', 'Times that it signed in.', 'count'],
  },
  Traffic: {
    instruments: ['Instruments', 'Symbols that it serves.', 'count'],
    ticks: ['Ticks', 'Ticks that it took.', 'count'],
    dropped: ['Dropped', 'Ticks refused, all together.', 'count'],
    dropped_by: ['Dropped by reason', 'Ticks refused, by reason.'],
    last_drop: ['Last dropped', 'Symbol and reason of the newest refused tick; empty = none.'],
    faults: ['Faults', 'Input that made no sense.', 'count'],
    last_tick: ['Last tick', 'When the newest tick came; null = none yet.'],
    answer_ms: ['Answered', 'How long ago the session answered.'],
    latency: ['Latency', 'How long an answer takes.', 'milliseconds'],
    bytes_in: ['Received', 'Data received.'],
    bytes_out: ['Sent', 'Data sent.'],
    orders: ['Orders', 'Orders sent.', 'count'],
    fills: ['Fills', 'Fills reported.', 'count'],
    rejects: ['Rejects', 'Orders refused by the provider.', 'count'],
    outbox: ['Outbox', 'Messages that wait to be sent.', 'count'],
    throttled: ['Throttled', 'Did it have to wait lately, because it sends more than is read?'],
  },
};

const dropped: Sections = {
  Traffic: {
    late: ['Late', 'Older than `quote_max_delay_sec` of the symbol allows.', 'count'],
    crossed: ['Crossed', 'The ask is below the bid.', 'count'],
    price: ['Price', 'A price is not positive, or too large.', 'count'],
    session: ['Session', 'Outside the quote sessions of the symbol.', 'count'],
    spike: ['Spike', 'Further than `filter_pts` from the last accepted quote.', 'count'],
    unused: ['Unused', 'The symbol or the datafeed no longer takes quotes.', 'count'],
  },
};

const offered: Sections = {
  Identity: {
    name: ['Name', 'Name at the provider.'],
    exact: ['Exact', 'Is this the whole name? Else it has characters that are not shown.'],
    description: ['Description', 'As the provider has it; empty = none.'],
    symbol_id: ['Symbol', 'Symbol that has the name here; null = none.'],
  },
  Contract: {
    currency: ['Currency', 'Currency of its prices; empty = not told.'],
    digits: ['Digits', 'Decimals of its prices; null = not told.', 'count'],
    contract_size: ['Contract size', 'Units of a lot; null = not told.', 'contract units'],
    volume_min: ['Smallest volume', 'As the provider has it; null = not told.', 'contract units'],
    volume_max: ['Largest volume', 'As the provider has it; null = not told.', 'contract units'],
  },
};

export const CONNECTION_WORDS: SchemaWords = {
  Datafeed: connection,
  Gateway: connection,
  DatafeedStatus: status,
  DroppedTicks: dropped,
  GatewayStatus: status,
  ProviderAccountsBody: {
    Import: {
      group: ['Group', 'Group of the new accounts.'],
      dry_run: ['Only look', 'Tells what would be done, and does nothing.'],
    },
  },
  ProviderAccountResult: {
    Account: {
      account: ['Account', 'Its name at the provider.'],
      currency: ['Currency', 'Its currency at the provider; empty = not told.'],
      balance: ['Balance', 'Its balance at the provider; null = not told.'],
      login: ['Login', 'Login of the account here; 0 = none was opened.', 'id'],
      paid: ['Paid in', 'Was the balance paid in, now or before?'],
      status: ['Status', '`valid`: a dry run found no fault.'],
      code: ['Code', 'Why it failed; else ok.'],
      message: ['Message', 'The same in words.'],
    },
  },
  GatewayTransaction: {
    Message: {
      id: ['Position', 'For the messages before this one.'],
      at: ['Time', 'When it was sent or came.'],
      direction: ['Direction', 'From the provider (in) or to it (out).'],
      message: ['Message', 'The fields of the FIX message.'],
    },
  },
  ProviderSymbol: offered,
  SymbolImport: {
    Import: {
      name: ['Name', 'Name at the provider.'],
      symbol: ['Symbol', 'Its name here; empty = none.'],
      action: ['Action', 'What was done; with `dry_run`, what would be.'],
      error: ['Error', 'Why it failed; else empty.'],
    },
  },
  SymbolImportBody: {
    Import: {
      symbols: ['Symbols', 'Names at the provider or masks; the last that fits decides.'],
      folder: ['Folder', 'Folder of new symbols.'],
      dry_run: ['Only look', 'Tells what would be done, and does nothing.'],
    },
  },
  FeedParam: param,
  FeedTranslate: {
    Identity: {
      symbol_id: ['Symbol', 'Id of the symbol.'],
      source: ['Source name', 'Name at the provider; empty = the same.'],
    },
    Price: {
      source_digits: ['Source digits', 'Decimals that are kept; null = all.', 'count'],
      ask_markup_pts: ['Ask markup', 'Added to the ask.'],
      bid_markup_pts: ['Bid markup', 'Added to the bid.'],
    },
  },
  GatewayGroup: {
    Symbols: {
      group: ['Group', 'Mask of groups.'],
      symbols: ['Symbols', 'Masks of their symbols, in order.'],
    },
  },
  FeedModule: {
    Module: {
      module: ['Module', 'Name that records name it by.'],
      label: ['Label', 'Its name for people.'],
      params: ['Parameters', 'Its parameters with the values of a new record.'],
      required: ['Required', 'Parameters that need a value while it is enabled.'],
      certificate: ['Certificate', 'Certificate of its maker; empty = part of the server.'],
      signed_by: ['Signed by', 'Its maker; empty = part of the server.'],
    },
  },
  MailServer: {
    Identity: {
      name: ['Name', 'Unique: letters, digits, spaces, `. _ & # -`.'],
      is_default: ['Default', 'Do e-mails without a server of their own go out here?'],
    },
    Connection: {
      server: ['Server', '`host:port` of the SMTP server.'],
      security: ['Security', 'Plain, upgraded by STARTTLS, or TLS from the start.'],
      login: ['Login', 'User name; empty = without signing in.'],
      password: [
        'Password',
        'Password of the login; held sealed, never shown; `********` keeps it.',
      ],
    },
    Sender: {
      sender_email: ['Sender address', 'Address that e-mails come from.'],
      sender_name: ['Sender name', 'Name that e-mails come from.'],
    },
    Statistics: { stats: ['Statistics', 'What it has done so far.'] },
  },
  MailServerStats: {
    Statistics: {
      sent: ['Sent', 'E-mails that it took.', 'count'],
      errors: ['Given up', 'E-mails given up after every try.', 'count'],
      queued: ['Queued', 'E-mails that wait or are being sent.', 'count'],
      avg_send_seconds: ['Average time', 'Average of the sent ones; 0 = none yet.'],
    },
  },
  MailTestBody: { Test: { to: ['To', 'Address that the test goes to.'] } },
  LogicalServer: {
    Identity: {
      id: ['Server', 'Name of the logical server.'],
      internal_id: ['Number', 'Number of the logical server.', 'id'],
      title: ['Title', 'Its name for people.'],
      latitude: ['Latitude', 'Of its place, for display; at most 8 decimals.', 'degrees'],
      longitude: ['Longitude', 'Of its place, for display; at most 8 decimals.', 'degrees'],
    },
    Network: {
      network_adapter: [
        'Network adapter',
        'Interface that its monitor reads; empty = all but loopback.',
      ],
    },
    Access: { access: ['Access', 'Whom it admits; of the api server alone.'] },
    Prices: { history: ['Prices', 'How it takes prices; of the quote server alone.'] },
    Demo: {
      optimization_time: [
        'Maintenance',
        'Time of the weekly maintenance, HH:MM; empty = none. Of the trade server alone.',
      ],
      demo: [
        'Demo accounts',
        'Lifetime of demo accounts, of the trade server alone; null until it is set.',
      ],
    },
    Observed: {
      capabilities: ['Capabilities', 'What can be changed of it.'],
      readiness: ['Readiness', 'Does it serve? `offline`: its instances show no heartbeat.'],
      allocations: ['Allocations', 'Numbers in use; of the trade server alone.'],
      maintenance: ['Maintenance', 'The newest run or the plan; of the trade server alone.'],
      instances: ['Instances', 'Processes that are, or were, the server, of the last 24 hours.'],
    },
  },
  PlatformState: {
    State: {
      released: ['Released', 'May it log on to providers and send e-mails?'],
      unreleased_because: ['Why not', 'Why it is not released; empty where it is.'],
    },
    Mode: {
      mode: ['Mode', 'May traders trade, close only, or neither?'],
      mode_since: ['Since', 'Begin of the mode; null where none was ever set.', 'time'],
      mode_text: ['Text', 'What terminals show; empty = nothing.'],
      planned: ['Planned', 'Changes of the mode that are to come.'],
    },
  },
  PlatformModeBody: {
    Mode: {
      mode: ['Mode', 'May traders trade, close only, or neither?'],
      at: ['From', 'When it begins; left out = now.', 'time'],
      until: ['Until', 'When the platform opens; left out = it is not planned.', 'time'],
      text: ['Text', 'What terminals show; empty = nothing.'],
    },
  },
  PlatformModeStep: {
    Mode: {
      mode: ['Mode', 'May traders trade, close only, or neither?'],
      at: ['From', 'When it begins.', 'time'],
      text: ['Text', 'What terminals show; empty = nothing.'],
    },
  },
  PlatformSettings: {
    Clock: {
      utc_offset_min: ['UTC offset', 'Server clock from UTC, without summer time.', 'minutes'],
      daylight_saving: ['Summer time', 'Rule by which the server clock has summer time.'],
      eod_time: ['End of day', 'Time of the server clock at which the trading day ends, HH:MM.'],
      eod_weekdays: [
        'Weekdays',
        'With an end of day, 0 = Sunday; the last of a month has one.',
        'number',
      ],
    },
    Prices: {
      default_symbols: ['Watchlist', 'Default watchlist where a brand has none.'],
    },
    Modes: { modes: ['Modes', 'The mode, and the changes of it that are planned.'] },
  },
  ServerCapabilities: {
    Capabilities: {
      access_policy: ['Access', 'Can be set whom it admits?'],
      demo: ['Demo accounts', 'Can the lifetime of demo accounts be set?'],
      edit_metadata: ['Title and place', 'Can its title and coordinates be set?'],
      failover: ['Failover', 'Can another server take its place?'],
      history_timeout: ['Silence', 'Can the silence of datafeeds be set?'],
      network_adapter: ['Network adapter', 'Can the observed interface be set?'],
      optimization: ['Maintenance', 'Can the time of the weekly maintenance be set?'],
      provision: ['Provision', 'Can instances be started and stopped?'],
      ranges: ['Ranges', 'Can ranges of numbers be set?'],
      transport: ['Transport', 'Can its addresses and certificates be set?'],
    },
  },
  ServerHistory: {
    Prices: {
      datafeeds_timeout_sec: [
        'Silence',
        'After which the next datafeed prices a symbol.',
        'seconds',
      ],
    },
  },
  ServerDemo: {
    Lifetime: {
      mode: [
        'Mode',
        '0 = no new demo accounts, 1 = days since the last sign-in, 2 = days since the opening.',
        'number',
      ],
      period_days: ['Days', 'Length of the lifetime.', 'days'],
    },
  },
  ServerPath: { Identity: { id: ['Server', 'Name of the logical server.'] } },
  ServerAccess: {
    Access: {
      allow_administrators: ['Administrators', 'May administrators sign in?'],
      allow_managers: ['Managers', 'May managers sign in?'],
      allow_clients: ['Clients', 'May traders sign in?'],
      allow_api: ['Programs', 'May programs sign in at the `api` terminal?'],
    },
    Antiflood: {
      antiflood_enabled: ['Antiflood', 'Are addresses blocked that try too often?'],
      antiflood_connections: [
        'Attempts',
        'Attempts within 3 s of each other that block an address.',
        'count',
      ],
      antiflood_errors: ['Failures', 'Failures in 5 minutes that block an address.', 'count'],
    },
  },
};
