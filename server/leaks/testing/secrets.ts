/**
 * What somebody keeps secret from others at this moment, each in two forms: whoever must not know is told the same of either.
 * All of it comes about as in life, by the calls of staff and contestants and by verdicts of judges. What may be told to whom
 * is in docs/contests.md and docs/judging.md.
 */
import type { Contest } from '#contract/contests.ts';
import { type Circle, type Keeper, makeKeeper, type Secret } from './keeper.ts';
import { isFinishedIn, isOverIn, isPausedIn, type Phase } from './phases.ts';
import { listSecretsOfRuns, listVerdicts, newSubmission } from './verdict-secrets.ts';
import { accepted } from './verdicts.ts';
import { extraMinutesOf, type World, type WorldContest, type WorldProblem } from './world.ts';

export function listSecrets(world: World, hour: number, phaseOf: (contest: WorldContest) => Phase): Secret[] {
  return [
    tryOut(world, `hidden problem in hour ${hour}`, () => world.hidden),
    ...world.contests.flatMap((contest) => {
      const name = `${phaseOf(contest)}, contest ${contest.id}, hour ${hour}`;
      return new SecretsOfContest(makeKeeper(world, contest, phaseOf(contest), name)).list();
    }),
  ];
}

/** A member of the staff tries a problem that others do not see. */
function tryOut(world: World, name: string, problem: () => WorldProblem): Secret {
  const { everybody, tester, tools, judge } = world;
  return {
    name: `staff try the ${name}`,
    keptFrom: everybody,
    put: async (form) => {
      if (form === 1) await judge(await tools.submit(tester, problem().id), accepted);
    },
    seenAt: () => '/api/submissions?username=tester',
  };
}

class SecretsOfContest {
  readonly #keeper: Keeper;
  readonly #world: World;
  readonly #contest: WorldContest;
  readonly #phase: Phase;
  /** No two texts are the same. */
  readonly #name: string;
  readonly #where: string;
  #questions = 0;

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
    this.#world = keeper.world;
    this.#contest = keeper.contest;
    this.#phase = keeper.phase;
    this.#name = keeper.name;
    this.#where = `/api/admin/contests/${keeper.contest.id}`;
  }

  list(): Secret[] {
    const { rooms } = this.#contest;
    const ofRooms = rooms
      ? [this.#statement('all', () => rooms.spare), this.#title('all', () => rooms.spare)]
      : [];
    const always = [this.#announce('outsiders', () => undefined), ...ofRooms];
    if (this.#phase === 'before') return [...always, ...this.#listBefore()];
    const meanwhile = isFinishedIn(this.#phase) ? this.#listFinished() : this.#listUnfinished();
    return [...always, ...listVerdicts(this.#keeper), ...meanwhile];
  }

  #listBefore(): Secret[] {
    const { held, rooms, entry } = this.#contest;
    return [
      this.#rename(),
      this.#statement('all', () => held),
      tryOut(this.#world, `problem of ${this.#name}`, () => held),
      this.#rehearsal(),
      ...(entry === 'password' ? [this.#password()] : []),
      ...(rooms ? [this.#exchange(rooms)] : []),
      this.#arrangement(),
      this.#editorial('all'),
      this.#announce('all', () => held.id),
      this.#question(),
      this.#answerToAll('outsiders', () => undefined),
      this.#extraMinutes(),
    ];
  }

  #listUnfinished(): Secret[] {
    const { begun, held, hasFreeze, rooms } = this.#contest;
    const isBoardOpen = this.#phase === 'finishing' && hasFreeze;
    return [
      this.#editorial('all'),
      this.#statement('shut out', () => held),
      ...(isBoardOpen ? [] : [this.#title('shut out', () => held)]),
      ...(rooms ? [this.#statement('shut out', () => rooms.kept)] : []),
      ...(isOverIn(this.#phase)
        ? [this.#editedAnswer()]
        : [
            this.#announce('shut out', () => held.id),
            this.#question(),
            this.#answerToAll('outsiders', () => undefined),
            this.#answerToAll('shut out', () => held.id),
            this.#extraMinutes(),
          ]),
      ...(isOverIn(this.#phase) || isPausedIn(this.#phase) ? [] : [newSubmission(this.#keeper)]),
      ...(begun && this.#phase === 'frozen' ? [this.#ownStart()] : []),
    ];
  }

  #listFinished(): Secret[] {
    const { rooms } = this.#contest;
    return [
      ...(rooms ? [this.#statement('all', () => rooms.kept), this.#title('all', () => rooms.kept)] : []),
      ...(rooms ? [this.#editorial('all')] : []),
      this.#editedAnswer(),
      ...listSecretsOfRuns(this.#keeper),
    ];
  }

  #rename(): Secret {
    const { held } = this.#contest;
    const { change, ids, saveProblem } = this.#world;
    const [first = '', second = ''] = ids(0).problems.get(this.#contest.id) ?? [];
    return this.#keeper.makeSecret(
      'all',
      'id, title, limits and visibility',
      () => `/api/problems/${held.id}`,
      async (form) => {
        const id = form === 0 ? first : second;
        const fields = {
          title: `Zebra ${form}`,
          time_limit_ms: 1000 + form,
          memory_limit_mb: 256 + form,
        };
        await saveProblem(held, { id, ...fields });
        held.id = id;
        await change('put', `/api/admin/problems/${id}/visibility`, { isVisible: form === 0 });
      },
    );
  }

  #title(circle: Circle, problem: () => WorldProblem): Secret {
    return this.#keeper.makeSecret(
      circle,
      `title of ${problem().id}`,
      () => `/api/problems/${problem().id}`,
      (form) => this.#world.saveProblem(problem(), { title: `${this.#name} ${form}` }),
    );
  }

  #statement(circle: Circle, problem: () => WorldProblem): Secret {
    return this.#keeper.makeSecret(
      circle,
      `statement of ${problem().id}`,
      () => `/api/problems/${problem().id}/pdf`,
      (form) =>
        this.#world.upload(
          `/api/admin/problems/${problem().id}/upload`,
          'problemPdf',
          `${this.#name} ${form}`,
        ),
    );
  }

  #exchange(rooms: NonNullable<WorldContest['rooms']>): Secret {
    const { change } = this.#world;
    const [present, other] = [rooms.kept, rooms.spare];
    return this.#keeper.makeSecret(
      'all',
      'which problem it has',
      () => `${this.#where}/admin-problems`,
      async (form) => {
        if (form === 0) return;
        const move = (problem: WorldProblem, action: string) =>
          change('post', `${this.#where}/problems`, { problemIds: [problem.id], action });
        await move(present, 'move_to_main');
        await move(other, 'share_with_contest');
        this.#contest.rooms = { kept: other, spare: present };
      },
    );
  }

  #arrangement(): Secret {
    const { change, tools } = this.#world;
    return this.#keeper.makeSecret(
      'all',
      'arrangement',
      () => `${this.#where}/admin-problems`,
      async (form) => {
        const assigned: { id: string; holds: boolean }[] = (
          await tools.staff.get(`${this.#where}/admin-problems`)
        ).json();
        const problems = assigned.toReversed().map(({ id, holds }, index) => ({
          id,
          holds,
          label: `${'XYZ'[index]}${form}`,
          points: 100 + 50 * form,
          colour: form === 0 ? null : 'red',
        }));
        await change('put', `${this.#where}/problems`, { problems });
      },
    );
  }

  #editorial(circle: Circle): Secret {
    const { change, upload } = this.#world;
    const address = `/api/contests/${this.#contest.id}/editorial`;
    return this.#keeper.makeSecret(
      circle,
      'editorial',
      () => address,
      async (form) => {
        await change('put', `${this.#where}/editorial`, { text: `Zebras ${form} of ${this.#name}` });
        await upload(`${this.#where}/editorial/pdf`, 'editorialPdf', `zebras ${form}`);
      },
    );
  }

  /** Pinned to a problem, it is told to whoever may see that. */
  #announce(circle: Circle, problemId: () => string | undefined): Secret {
    const { change } = this.#world;
    const seenAt = () => `/api/admin/announcements?contestId=${this.#contest.id}`;
    return this.#keeper.makeSecret(circle, 'announcement', seenAt, async (form) => {
      if (form === 0) return;
      const { id } = (
        await change('post', `${this.#where}/announcements`, { text: this.#name, problemId: problemId() })
      ).json();
      await change('put', `/api/admin/announcements/${id}`, { text: `${this.#name}, edited`, version: 1 });
    });
  }

  async #ask(problemId?: string): Promise<{ readonly id: string; version: number }> {
    const { owner } = this.#world.users;
    this.#questions += 1;
    const text = `Is it so, ${this.#questions}? ${this.#name}`;
    const asked = await owner.post(`/api/contests/${this.#contest.id}/questions`, { text, problemId });
    if (asked.statusCode >= 300) throw new Error(asked.body);
    return { id: asked.json<{ id: string }>().id, version: 0 };
  }

  async #answer(question: { readonly id: string; version: number }, isPublic: boolean): Promise<void> {
    const { change } = this.#world;
    const { id, version } = question;
    const text = `Answer ${version} in ${this.#name}`;
    await change('put', `/api/admin/questions/${id}/answer`, { text, is_public: isPublic, version });
    question.version += 1;
  }

  #question(): Secret {
    const { change, users } = this.#world;
    const seenAt = () => `/api/admin/questions?state=answered&contestId=${this.#contest.id}`;
    return this.#keeper.makeSecret({ allBut: 'owner' }, 'question', seenAt, async (form) => {
      if (form === 0) return;
      const question = await this.#ask();
      this.#contest.asked.push(question);
      await change('post', `/api/admin/questions/${question.id}/claim`, {});
      await this.#answer(question, false);
      await this.#answer(question, false);
      const items = [{ id: question.id, version: question.version }];
      await users.owner.post(`/api/contests/${this.#contest.id}/questions/read`, { items });
    });
  }

  #editedAnswer(): Secret {
    const seenAt = () => `/api/admin/questions?state=answered&contestId=${this.#contest.id}`;
    return this.#keeper.makeSecret({ allBut: 'owner' }, 'answer, edited', seenAt, async (form) => {
      const [question] = this.#contest.asked;
      if (question && form === 1) await this.#answer(question, false);
    });
  }

  #answerToAll(circle: Circle, problemId: () => string | undefined): Secret {
    const seenAt = () => `/api/admin/questions?state=answered&contestId=${this.#contest.id}`;
    let question: { readonly id: string; version: number } | null = null;
    return this.#keeper.makeSecret(circle, 'answer to all', seenAt, async (form) => {
      question ??= await this.#ask(problemId());
      if (form === 1) await this.#answer(question, true);
    });
  }

  /** Of staff, inside of the contest. */
  #rehearsal(): Secret {
    const { judge, tester, tools } = this.#world;
    const { id, held } = this.#contest;
    return this.#keeper.makeSecret(
      'all',
      'rehearsal',
      () => `/api/submissions?contestId=${id}`,
      async (form) => {
        if (form === 1) await judge(await tools.submit(tester, held.id, id), accepted);
      },
    );
  }

  #password(): Secret {
    const { change, tools } = this.#world;
    return this.#keeper.makeSecret('all', 'password', null, async (form) => {
      const contests: Contest[] = (await tools.staff.get('/api/admin/contests')).json();
      const { title = '', start_time, end_time } = contests.find(({ id }) => id === this.#contest.id) ?? {};
      const entry_password = `let me in, ${form}`;
      await change('put', this.#where, { title, startTime: start_time, endTime: end_time, entry_password });
    });
  }

  #extraMinutes(): Secret {
    const { id } = this.#contest;
    const usual = extraMinutesOf(this.#contest);
    return this.#keeper.makeSecret(
      { allBut: 'owner' },
      'extra minutes',
      () => `/api/admin/contests/${id}/participants`,
      (form) => this.#world.giveExtra(this.#contest, usual + 5 * (form + 1)),
    );
  }

  /** The rival begins their own window. */
  #ownStart(): Secret {
    const { begin, people } = this.#world;
    const seenAt = () => `/api/admin/contests/${this.#contest.id}/participants`;
    const { keptFrom, ...secret } = this.#keeper.makeSecret('shut out', 'own start', seenAt, async (form) => {
      if (form === 1) await begin(this.#contest, 'rival');
    });
    return { ...secret, keptFrom: keptFrom.filter((person) => person !== people.rival) };
  }
}
