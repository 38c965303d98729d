import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatePath, useMatch, useNavigate } from 'react-router';
import { isContestGoingOn } from '#contract/contest-status.ts';
import { listSubmissions } from '#contract/page-calls.ts';
import { pagePaths } from '#contract/pages.ts';
import { useRegistration } from '../../features/auth/registration.ts';
import { contestsQuery } from '../../features/contests/contest-list.ts';
import { awaitsStart } from '../../features/contests/own-clock.ts';
import { contestProblemsQuery } from '../../features/contests/queries.ts';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { problemsQuery } from '../../lib/problems.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { isAdmin, isStaff, useSession } from '../../lib/session.ts';
import { useLogoutToHome } from '../logout-to-home.ts';
import type { Command, CommandGroup } from './find-commands.ts';

const ownShown = { filter: 'mine', limit: 20 } as const;

/** Only what this person may see: the lists are those the server gives them, the pages those of their role. */
export function useCommands(onShortcuts: () => void): CommandGroup[] {
  const { palette: texts } = useMessages();
  const pages = usePages();
  const management = useManagementPages();
  const actions = useActions(onShortcuts);
  return [
    { title: texts.pages, commands: pages },
    { title: texts.management, commands: management },
    { title: texts.contestProblems, commands: useContestProblems(), isFoundOnly: true },
    { title: texts.problems, commands: useProblems(), isFoundOnly: true },
    { title: texts.contests, commands: useContests(), isFoundOnly: true },
    { title: texts.ownSubmissions, commands: useOwnSubmissions(), isFoundOnly: true },
    { title: texts.actions, commands: actions },
  ];
}

function useGoTo() {
  const navigate = useNavigate();
  return (address: string, text: string, hint?: string): Command => ({
    id: address,
    text,
    ...(hint !== undefined && { hint }),
    run: () => navigate(address),
  });
}

function usePages(): Command[] {
  const { home, navigation, palette, submissions } = useMessages();
  const { user } = useSession();
  const { isEnabled: registrationEnabled } = useRegistration();
  const goTo = useGoTo();
  const everyone = [
    goTo(pagePaths.home, home.title),
    goTo(pagePaths.problems, navigation.problems),
    goTo(pagePaths.submissions, navigation.submissions),
    goTo(pagePaths.scoreboard, navigation.scoreboard),
    goTo(pagePaths.contests, navigation.contests),
    goTo(pagePaths.languages, palette.languages),
  ];
  if (user) return [...everyone, goTo(`${pagePaths.submissions}?filter=mine`, submissions.mine)];
  const login = goTo(pagePaths.login, navigation.login);
  return registrationEnabled
    ? [...everyone, login, goTo(pagePaths.register, navigation.register)]
    : [...everyone, login];
}

function useManagementPages(): Command[] {
  const { admin, inbox, navigation } = useMessages();
  const { user } = useSession();
  const goTo = useGoTo();
  if (!isStaff(user)) return [];
  const both = [
    goTo(pagePaths.adminProblems, admin.problemsTitle),
    goTo(pagePaths.adminContests, admin.contestsTitle),
    goTo(pagePaths.adminQuestions, inbox.title),
  ];
  if (!isAdmin(user)) return [goTo(pagePaths.admin, navigation.staffPanel), ...both];
  return [
    goTo(pagePaths.admin, navigation.adminPanel),
    ...both,
    goTo(pagePaths.adminUsers, admin.usersTitle),
    goTo(pagePaths.adminSettings, admin.settingsTitle),
  ];
}

function useProblems(): Command[] {
  const { user } = useSession();
  const { data = [] } = useQuery({ ...problemsQuery, enabled: user !== null });
  const goTo = useGoTo();
  return data.map(({ id, title }) => goTo(generatePath(pagePaths.problem, { problemId: id }), title, id));
}

/** Of the contest whose pages one is on, as soon as one has them there. */
function useContestProblems(): Command[] {
  const { user } = useSession();
  const contestId = useMatch({ path: pagePaths.contest, end: false })?.params.contestId ?? '';
  const { data: contests } = useQuery(contestsQuery);
  const contest = contests?.find(({ id }) => String(id) === contestId);
  const isOpen = isContestGoingOn(contest?.status);
  const isEntered = contest?.is_participant && !awaitsStart(contest);
  const { data = [] } = useQuery({
    ...contestProblemsQuery(Number(contestId), contest?.status),
    enabled: isOpen && (isEntered || isStaff(user)),
  });
  const goTo = useGoTo();
  return data.map(({ id, title }) =>
    goTo(generatePath(pagePaths.contestProblem, { contestId, problemId: id }), title, id),
  );
}

function useContests(): Command[] {
  const { contests: texts } = useMessages();
  const { data = [] } = useQuery(contestsQuery);
  const goTo = useGoTo();
  return data.map(({ id, title, status }) =>
    goTo(generatePath(pagePaths.contest, { contestId: String(id) }), title, texts.statuses[status]),
  );
}

function useOwnSubmissions(): Command[] {
  const { submissions: texts } = useMessages();
  const { user } = useSession();
  const { data = [] } = useQuery({
    queryKey: queryKeys.submissions.list(ownShown),
    queryFn: () => api(listSubmissions, { query: ownShown }),
    enabled: user !== null,
  });
  const goTo = useGoTo();
  return data.map(({ id, problem_title, overall_status }) =>
    goTo(
      `${pagePaths.submissions}?filter=mine&view=${id}`,
      `#${id} ${problem_title}`,
      texts.statusName(overall_status),
    ),
  );
}

function useActions(onShortcuts: () => void): Command[] {
  const { navigation, palette: texts } = useMessages();
  const { user } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = scheme === 'dark' ? 'light' : 'dark';
  const logout = useLogoutToHome();
  const actions = [
    {
      id: 'theme',
      text: other === 'dark' ? navigation.toDarkTheme : navigation.toLightTheme,
      run: () => setColorScheme(other),
    },
    { id: 'shortcuts', text: texts.shortcuts, pressed: '?', run: onShortcuts },
  ];
  return user ? [...actions, { id: 'logout', text: navigation.logout, run: logout }] : actions;
}
