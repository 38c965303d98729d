/** The final board of an ICPC contest, counted from what was submitted and the rules as people know them. */

export interface IcpcTry {
  readonly username: string;
  readonly problem_id: string;
  readonly status: string;
  readonly submitted_at: Date;
}

const penaltyMinutes = 20;

export function rankIcpc(tries: readonly IcpcTry[], start: Date) {
  const inOrder = tries.toSorted((a, b) => Number(a.submitted_at) - Number(b.submitted_at));
  const rows = [...new Set(inOrder.map(({ username }) => username))].map((username) => {
    let solved = 0;
    let penalty = 0;
    let lastMinute = 0;
    for (const problem of new Set(inOrder.map(({ problem_id }) => problem_id))) {
      const own = inOrder.filter((each) => each.username === username && each.problem_id === problem);
      const accepted = own.findIndex(({ status }) => status === 'Accepted');
      if (accepted === -1) continue;
      const wrong = own.slice(0, accepted).filter(({ status }) => status !== 'Compilation Error').length;
      const minute = Math.floor((Number(own[accepted]?.submitted_at) - Number(start)) / 60_000);
      solved += 1;
      penalty += minute + wrong * penaltyMinutes;
      lastMinute = Math.max(lastMinute, minute);
    }
    return { username, solved, penalty, lastMinute };
  });
  const compare = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
    b.solved - a.solved || a.penalty - b.penalty || a.lastMinute - b.lastMinute;
  return rows
    .map((row) => {
      const place = 1 + rows.filter((other) => compare(other, row) < 0).length;
      return { username: row.username, solved: row.solved, penalty: row.penalty, place };
    })
    .toSorted((a, b) => a.place - b.place || (a.username < b.username ? -1 : 1));
}
