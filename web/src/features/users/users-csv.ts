interface CreatedUser {
  username: string;
  password: string;
}

/** RFC 4180: quoted where needed, lines ended by CRLF. */
export function usersCsv(users: readonly CreatedUser[]): string {
  const rows = [['username', 'password'], ...users.map(({ username, password }) => [username, password])];
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
