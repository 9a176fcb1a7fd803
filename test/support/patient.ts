// Imported before anything else, it makes the waits of this process ten times as long: on a busy
// machine an answer may be late, and no test judges that.

process.env.BROKERD_PATIENCE ??= '10';
