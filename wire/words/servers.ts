// Words of what the server observes of its logical servers.

import type { FieldWords, SchemaWords } from './field-words.js';

const rate = (title: string, says: string): FieldWords => [title, says, 'number'];

const FIGURES: Readonly<Record<string, FieldWords>> = {
  cpu_percent: ['Processor', 'Processor time of all threads; 100 = one processor.', 'percent'],
  rss_bytes: ['Memory', 'Memory of the process that is resident.', 'bytes'],
  heap_bytes: ['Heap', 'Heaps of all threads together.', 'bytes'],
  disk_free_bytes: ['Disk', 'Free on the disk of the data folder.', 'bytes'],
  disk_written_bytes_per_sec: rate('Written', 'Bytes written to disks in a second.'),
  sockets: ['Sockets', 'Open live sockets.', 'count'],
  orders_per_sec: rate('Orders', 'Orders answered in a second.'),
  network: ['Network', 'What the network adapter has carried.'],
};

export const SERVER_WORDS: SchemaWords = {
  ServerAllocations: {
    Allocations: {
      accounts: ['Accounts', 'Logins in use.'],
      clients: ['Clients', 'Numbers of clients in use.'],
      orders: ['Orders', 'Numbers of orders in use.'],
      deals: ['Deals', 'Numbers of deals in use.'],
    },
  },
  ServerAllocation: {
    Span: {
      allocator: ['Allocator', 'The part of the server that gives the numbers.'],
      used_from: ['From', 'Lowest number in use; 0 = none is.', 'id'],
      used_to: ['To', 'Highest number in use; 0 = none is.', 'id'],
      total: ['Numbers', 'How many numbers the span has, used or not.', 'count'],
    },
  },
  ServerMaintenance: {
    Run: {
      status: ['Status', 'Planned, running or over; `failed`: the next run began before its end.'],
      config_version: ['Settings', 'Version of the settings that it goes by.', 'number'],
      scheduled_at: ['Planned', 'When it was, or is, to begin.', 'time'],
      started_at: ['Begun', 'When it began.', 'time'],
      finished_at: ['Ended', 'When it ended.', 'time'],
      error: ['Error', 'What holds it up, or ended it early; empty = nothing.'],
    },
    Accounts: {
      expired: ['Expired', 'Demo accounts that it archived.', 'count'],
      skipped_busy: ['Busy', 'Demo accounts left because of orders or positions.', 'count'],
    },
  },
  MaintenanceRuns: {
    Page: {
      items: ['Runs', 'Past runs, the newest first.'],
      page: ['Page', 'Number of the page.', 'number'],
      total: ['Total', 'Past runs that are kept.', 'count'],
    },
  },
  MaintenanceParams: {
    Page: {
      page: ['Page', 'Number of the page.', 'number'],
      limit: ['Rows', 'Most rows of the page.', 'count'],
    },
  },
  ServerInstance: {
    Instance: {
      instance_id: ['Instance', 'Id of the run of the server.'],
      internal_id: ['Number', 'Number of the logical server.', 'id'],
      version: ['Version', 'Version of the program.'],
      started_at: ['Started', 'When the run started.', 'time'],
      last_seen_at: ['Seen', 'When its newest heartbeat was.', 'time'],
      stale: ['Stale', 'Is the heartbeat older than 20 seconds?'],
      ready: ['Ready', 'Does it serve?'],
      reason: ['Reason', 'Why it does not serve; empty = it does.'],
      applied_version: ['Settings', 'Version of the settings that it goes by.', 'number'],
      lease_epoch: [
        'Lease',
        'Number of the run that holds the data folder; null = none.',
        'number',
      ],
    },
    Machine: {
      hostname: ['Host', 'Name of the machine.'],
      host_boot_id: ['Boot', 'Id of the run of its system.'],
      os: ['System', 'Kind of operating system.'],
      architecture: ['Architecture', 'Kind of processor.'],
      cpu_cores: ['Processors', 'Processors that the process can use.', 'count'],
      goroutines: ['Threads', 'Threads of the process.', 'count'],
    },
    Figures: {
      heap_bytes: ['Heap', 'Heaps of all threads together.', 'bytes'],
      sockets: ['Sockets', 'Open live sockets.', 'count'],
      monitor: ['Monitor', 'Its newest figures, with server.machines; null = there are none.'],
    },
  },
  InstancePath: {
    Identity: {
      id: ['Server', 'Name of the logical server.'],
      instance: ['Instance', 'Id of an instance.'],
    },
  },
  MonitorParams: {
    Minutes: {
      from: ['From', 'Minutes from this time on; absent = none.', 'time'],
      to: ['To', 'Until before this time; absent = now. At most 24 hours.', 'time'],
      step: ['Step', 'How many make one row of averages.', 'minutes'],
    },
  },
  ServerMonitor: {
    Monitor: {
      instance_id: ['Instance', 'Id of the instance.'],
      now: ['Now', 'The newest figures; null = it has ended.'],
      minutes: ['Minutes', 'Figures by minutes, or averages of several.'],
    },
  },
  MonitorSample: {
    Figures: {
      sampled_at: ['Time', 'When they were taken.', 'time'],
      ...FIGURES,
      threads: ['Threads', 'What each thread uses.'],
      hops: ['Orders', 'Durations of the hops of orders since the sample before.'],
    },
  },
  MonitorMinute: {
    Figures: {
      at: ['Time', 'When the minute began.', 'time'],
      ...FIGURES,
      order_p50_ms: ['Median', 'Half of the orders took no longer.', 'milliseconds'],
      order_p99_ms: ['Slow orders', 'Of 100 orders 99 took no longer.', 'milliseconds'],
    },
  },
  MonitorThread: {
    Thread: {
      name: ['Thread', 'Name of the thread.'],
      cpu_percent: ['Processor', 'Its processor time; 100 = one processor.', 'percent'],
      heap_bytes: ['Heap', 'Its heap in use.', 'bytes'],
      lag_ms: ['Lag', 'How late its newest heartbeat was.', 'milliseconds'],
      waiting: ['Waiting', 'Questions of the main thread that it has not answered.', 'count'],
    },
  },
  MonitorNetwork: {
    Network: {
      adapter: ['Adapter', 'Name of the interface; empty = all but loopback.'],
      reason: ['Reason', 'Why figures are null; empty = none lacks.'],
      in_bytes_per_sec: rate('Received', 'Bytes received in a second.'),
      out_bytes_per_sec: rate('Sent', 'Bytes sent in a second.'),
      retransmissions_per_sec: rate(
        'Retransmissions',
        'Segments of TCP sent again in a second, of all adapters; null of a single one.',
      ),
    },
  },
  MonitorHop: {
    Hop: {
      name: ['Hop', 'Part of the way of an order; `total` = the whole way.'],
      p50_ms: ['Median', 'Half of the orders took no longer.', 'milliseconds'],
      p99_ms: ['Slow orders', 'Of 100 orders 99 took no longer.', 'milliseconds'],
    },
  },
  FirewallView: {
    Firewall: {
      available: ['Available', 'Are the rules known?'],
      reason: ['Reason', 'Why they are not; empty = they are.'],
      backend: ['Program', 'The program that listed them: `nft` or `iptables`.'],
      host: ['Host', 'Name of the machine.'],
      sampled_at: ['Time', 'When the collector saw them.', 'time'],
      stale: ['Stale', 'Is that more than 90 seconds ago?'],
      read_only: ['Read-only', 'Always: nothing changes rules.'],
      truncated: ['Cut', 'Were rows left out?'],
      rows: ['Rules', 'Rules, and policies of chains.'],
    },
  },
  FirewallRow: {
    Place: {
      family: ['Family', 'Kind of packets: `inet`, `ip`, `ip6` …'],
      table: ['Table', 'Name of the table.'],
      chain: ['Chain', 'Name of the chain.'],
      hook: ['Hook', 'Where packets come into the chain; empty = from other chains.'],
    },
    Rule: {
      name: ['Name', 'Comment or number of the rule; `policy` of a chain.'],
      action: ['Action', 'What becomes of packets: `accept`, `drop`, `jump …`; empty = nothing.'],
      protocol: ['Protocol', 'Protocol that it matches; empty = any.'],
      address: ['Address', 'Address that it matches; empty = any.'],
      port: ['Port', 'Ports that it matches; empty = any.'],
      interface: ['Interface', 'Interface that it matches; empty = any.'],
      expression: ['Expression', 'All that it matches and does, in words.'],
    },
  },
  MonitorEvent: {
    Monitor: {
      server: ['Server', 'Name of the logical server.'],
      instance_id: ['Instance', 'Id of the run of the server.'],
      sample: ['Figures', 'Its newest figures.'],
    },
  },
};
