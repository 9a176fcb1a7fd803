// A child that is asked: it answers at once, never, or not for a while, or ends.

process.on('message', (question: { readonly say?: string; readonly end?: number }) => {
  if (question.end !== undefined) process.exit(question.end);
  if (question.say !== undefined) process.send?.({ said: question.say, pid: process.pid });
});
