/** Who is there. The more skill, from 0 to 1, the sooner somebody solves a problem. */
import { makeRandom } from '#harness/random.ts';

export interface Person {
  readonly username: string;
  readonly role: 'user' | 'staff';
  readonly skill: number;
  /** How long the account has been there. */
  readonly sinceDays: number;
}

const staffNames = ['p.chaiyaporn', 'ines.carvalho', 'dr.okonkwo'] as const;

/** From many places, as short and as long as names may be. */
const names = [
  'ariadne',
  'theseus',
  'nattapong.s',
  'siriporn_w',
  'kanokwan.thongchai.suphanburi.sc',
  'somchai88',
  'pimchanok.r',
  'thanawat-k',
  'aylin.yilmaz',
  'b-o',
  'chidi.okafor',
  'maria-fernanda.gutierrez.alvarez',
  'yuki_tanaka',
  'haruto',
  'minseo.kim',
  'nguyen.thi.lan',
  'tran_quang_huy',
  'oleksandr.kovalenko',
  'zofia.wisniewska',
  'jakub-nowak',
  'lucas.moreau',
  'amelie',
  'giulia.r',
  'k.papadopoulos',
  'fatima.zahra',
  'youssef.elamrani',
  'abdulrahman.al-harbi',
  'noa.levi',
  'priya.raghunathan',
  'arjun_mehta',
  'tashi.d',
  'bat-erdene',
  'aigerim.s',
  'sipho.dlamini',
  'wanjiru.k',
  'mateo.q',
  'valentina_rojas',
  'joao.pedro.ferreira',
  'emma.lindqvist',
  'x_dragonslayer_2011_x',
] as const;

const random = makeRandom(2026);

const people: Person[] = names.map((username) => ({
  username,
  role: 'user',
  skill: 0.15 + 0.8 * random.next(),
  sinceDays: random.between(25, 125),
}));

const staff: Person[] = staffNames.map((username) => ({
  username,
  role: 'staff',
  skill: 0.97,
  sinceDays: 128,
}));

/** The one whom the demonstration invites to sign in as: some solved, some tried, some open. */
export const guest = 'ariadne';

export const demoPeople: readonly Person[] = people.map((person) =>
  person.username === guest ? { ...person, skill: 0.62, sinceDays: 120 } : person,
);
export const demoStaff: readonly Person[] = staff;
