/**
 * What somebody keeps secret from others at this moment, each in two forms: whoever must not know is told the same of either.
 * All of it comes about as in life, by the calls of staff and contestants and by verdicts of judges. What may be told to whom
 * is in docs/contests.md and docs/judging.md.
 */
import type { Contest } from '#contract/contests.ts';
import { narrowFeedback } from '#contract/feedback.ts';
import type { StoredVerdict } from '#store/judgements.ts';
import type { Person } from './people.ts';
import { accepted, alikeTo, different, type Pair, sameInStatuses, sameInSum } from './verdicts.ts';
import {
  isIn,
  type Phase,
  type World,
  type WorldContest,
  type WorldProblem,
  type WorldSubmission,
} from './world.ts';

export interface Secret {
  readonly name: string;
  readonly keptFrom: readonly Person[];
  /** Puts one form or the other in place. The first may be what there is. */
  put(form: 0 | 1): Promise<void>;
  /** Where staff see which form it has. Null: they do not, either. */
  readonly seenAt: (() => string) | null;
}

/** From whom. */
type Circle = 'all' | 'all but the owner' | 'outsiders';

export function listSecrets(world: World, hour: number, phaseOf: (contest: WorldContest) => Phase): Secret[] {
  return [
    tryOut(world, `hidden problem in hour ${hour}`, () => world.hidden),
    ...world.contests.flatMap((contest) => {
      const secrets = new SecretsOfContest(
        world,
        contest,
        `${phaseOf(contest)}, contest ${contest.id}, hour ${hour}`,
      );
      return secrets.listIn(phaseOf(contest));
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
  readonly #world: World;
  readonly #contest: WorldContest;
  readonly #name: string;
  /** How the contest was called upon: no two texts are the same. */
  readonly #where: string;
  #questions = 0;

  constructor(world: World, contest: WorldContest, name: string) {
    this.#world = world;
    this.#contest = contest;
    this.#name = name;
    this.#where = `/api/admin/contests/${contest.id}`;
  }

  listIn(phase: Phase): Secret[] {
    const { held, rooms, entry, hasFreeze, startsAt } = this.#contest;
    const isBoardOpen = phase === 'finished' || (phase === 'finishing' && hasFreeze);
    const ofRooms = rooms
      ? [this.#statement('all', () => rooms.spare), this.#title('all', () => rooms.spare)]
      : [];
    const always = [this.#announcement(), ...ofRooms];
    if (phase === 'before') {
      return [
        ...always,
        this.#rename(startsAt),
        this.#statement('all', () => held),
        tryOut(this.#world, `problem of ${this.#name}`, () => held),
        this.#rehearsal(),
        ...(entry === 'password' ? [this.#password()] : []),
        ...(rooms ? [this.#exchange(rooms)] : []),
        this.#arrangement(),
        this.#editorial('all'),
        this.#pinned(),
        this.#question(),
        this.#answerToAll(),
      ];
    }
    const verdicts = this.#contest.submissions.flatMap((submission) => this.#verdict(submission, phase));
    if (phase === 'finished') {
      return [
        ...always,
        ...verdicts,
        ...(rooms ? [this.#statement('all', () => rooms.kept), this.#title('all', () => rooms.kept)] : []),
        this.#editorial(rooms ? 'all' : 'outsiders'),
        this.#editedAnswer(),
      ];
    }
    return [
      ...always,
      ...verdicts,
      this.#editorial('all'),
      this.#statement('outsiders', () => held),
      ...(isBoardOpen ? [] : [this.#title('outsiders', () => held)]),
      ...(rooms ? [this.#statement('outsiders', () => rooms.kept)] : []),
      ...(phase === 'finishing'
        ? [this.#editedAnswer()]
        : [this.#question(), this.#answerToAll(), this.#newSubmission()]),
    ];
  }

  #secret(circle: Circle, name: string, seenAt: Secret['seenAt'], put: Secret['put']): Secret {
    const { everybody, people } = this.#world;
    const keptFrom = everybody.filter((person) => {
      if (circle === 'outsiders') return !isIn(people, person, this.#contest);
      return circle === 'all' || person !== people.owner;
    });
    return { name: `${name} (${this.#name})`, keptFrom, seenAt, put };
  }

  #rename(startsAt: number): Secret {
    const { held } = this.#contest;
    const { change, ids, saveProblem } = this.#world;
    const [first = '', second = ''] = ids().problems.get(this.#contest.id) ?? [];
    return this.#secret(
      'all',
      'id, title, limits and visibility',
      () => `/api/problems/${held.id}`,
      async (form) => {
        const id = form === 0 ? first : second;
        const fields = {
          title: `Zebra ${form}`,
          time_limit_ms: 1000 + form,
          memory_limit_mb: 256 + startsAt * form,
        };
        await saveProblem(held, { id, ...fields });
        held.id = id;
        await change('put', `/api/admin/problems/${id}/visibility`, { isVisible: form === 0 });
      },
    );
  }

  #title(circle: Circle, problem: () => WorldProblem): Secret {
    return this.#secret(
      circle,
      `title of ${problem().id}`,
      () => `/api/problems/${problem().id}`,
      (form) => this.#world.saveProblem(problem(), { title: `${this.#name} ${form}` }),
    );
  }

  #statement(circle: Circle, problem: () => WorldProblem): Secret {
    return this.#secret(
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
    return this.#secret(
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
    return this.#secret(
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
    return this.#secret(
      circle,
      'editorial',
      () => address,
      async (form) => {
        await change('put', `${this.#where}/editorial`, { text: `Zebras ${form} of ${this.#name}` });
        await upload(`${this.#where}/editorial/pdf`, 'editorialPdf', `zebras ${form}`);
      },
    );
  }

  /** Told to who may see its problem. */
  #pinned(): Secret {
    return this.#announce('all', () => this.#contest.held.id);
  }

  #announcement(): Secret {
    return this.#announce('outsiders', () => undefined);
  }

  #announce(circle: Circle, problemId: () => string | undefined): Secret {
    const { change } = this.#world;
    const seenAt = () => `/api/admin/announcements?contestId=${this.#contest.id}`;
    return this.#secret(circle, 'announcement', seenAt, async (form) => {
      if (form === 0) return;
      const { id } = (
        await change('post', `${this.#where}/announcements`, { text: this.#name, problemId: problemId() })
      ).json();
      await change('put', `/api/admin/announcements/${id}`, { text: `${this.#name}, edited`, version: 1 });
    });
  }

  async #ask(): Promise<{ readonly id: string; version: number }> {
    const { owner } = this.#world.users;
    this.#questions += 1;
    const text = `Is it so, ${this.#questions}? ${this.#name}`;
    const asked = await owner.post(`/api/contests/${this.#contest.id}/questions`, { text });
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
    return this.#secret('all but the owner', 'question', seenAt, async (form) => {
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
    return this.#secret('all but the owner', 'answer, edited', seenAt, async (form) => {
      const [question] = this.#contest.asked;
      if (question && form === 1) await this.#answer(question, false);
    });
  }

  #answerToAll(): Secret {
    const seenAt = () => `/api/admin/questions?state=answered&contestId=${this.#contest.id}`;
    let question: { readonly id: string; version: number } | null = null;
    return this.#secret('outsiders', 'answer to all', seenAt, async (form) => {
      question ??= await this.#ask();
      if (form === 1) await this.#answer(question, true);
    });
  }

  /** Of staff, inside of the contest. */
  #rehearsal(): Secret {
    const { judge, tester, tools } = this.#world;
    const { id, held } = this.#contest;
    return this.#secret(
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
    return this.#secret('all', 'password', null, async (form) => {
      const contests: Contest[] = (await tools.staff.get('/api/admin/contests')).json();
      const { title = '', start_time, end_time } = contests.find(({ id }) => id === this.#contest.id) ?? {};
      const entry_password = `let me in, ${form}`;
      await change('put', this.#where, { title, startTime: start_time, endTime: end_time, entry_password });
    });
  }

  #newSubmission(): Secret {
    const { judge, submitIn } = this.#world;
    const seenAt = () => `/api/submissions?contestId=${this.#contest.id}`;
    return this.#secret('outsiders', 'a submission', seenAt, async (form) => {
      if (form === 1) await judge(await submitIn(this.#contest, this.#contest.held, 'rival'), accepted);
    });
  }

  /** Of each submission what somebody is not to know of it, chosen by chance where there is more than one such thing. */
  #verdict(submission: WorldSubmission, phase: Phase): Secret[] {
    const { problem, isOwners, isLate } = submission;
    const { feedback, hasFreeze, rooms } = this.#contest;
    const isFinished = phase === 'finished';
    const told = isFinished ? problem.feedback : narrowFeedback(problem.feedback, feedback);
    const isFrozen = isLate && hasFreeze && !isFinished;
    const isBoardOpen = isFinished || (phase === 'finishing' && hasFreeze);
    if (!isOwners) return isBoardOpen ? [] : [this.#judged('outsiders', submission, different)];
    // Held by a contest that is to come: nothing more is told of it, and neither is that there was something.
    if (isFinished && problem === rooms?.kept) return [this.#judged('all', submission, different)];
    const alike = alikeTo(told);
    // From its owner too it is kept what it came to, but not that it was judged.
    if (isFrozen && phase === 'frozen' && told !== 'nothing')
      return [this.#judged('all but the owner', submission, [null, accepted])];
    const candidates = [
      ...(alike ? [this.#judged('all', submission, alike)] : []),
      ...(told === 'full' && problem.withholdsRunFacts && !isFinished
        ? [this.#judged('all', submission, sameInStatuses)]
        : []),
      ...(told === 'full' ? [this.#judged('all but the owner', submission, sameInSum)] : []),
      ...(isFrozen ? [this.#judged('all but the owner', submission, different)] : []),
    ];
    const chosen = this.#world.random.pick(candidates);
    return chosen ? [chosen] : [];
  }

  /** Null: as it is. */
  #judged(
    circle: Circle,
    { id, problem }: WorldSubmission,
    forms: Pair | readonly [null, StoredVerdict],
  ): Secret {
    const name = `verdict ${forms[0]?.status ?? 'none'} or ${forms[1].status} of ${id} to ${problem.id}`;
    return this.#secret(
      circle,
      name,
      () => `/api/submissions/${id}`,
      async (form) => {
        const verdict = forms[form];
        if (verdict) await this.#world.judge(id, verdict);
      },
    );
  }
}
