import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { serverTimeHeader } from '#contract/call.ts';
import { authRoutes } from './auth/routes.ts';
import { createBoards } from './contests/boards.ts';
import { dayRoutes } from './contests/day.ts';
import { editorialsRoutes } from './contests/editorials.ts';
import { enteringRoutes } from './contests/entering.ts';
import { historyRoutes } from './contests/history.ts';
import { participantsRoutes } from './contests/participants.ts';
import { reportsRoutes } from './contests/reports.ts';
import { contestsRoutes } from './contests/routes.ts';
import { contestScoreboardRoutes } from './contests/scoreboard-routes.ts';
import { statisticsRoutes } from './contests/statistics.ts';
import type { Context } from './context.ts';
import { answerError, isApiPath, isRefusal } from './error-handler.ts';
import { eventsRoutes } from './events/routes.ts';
import { healthRoutes } from './health.ts';
import { languagesRoutes } from './languages/routes.ts';
import { metricsRoutes } from './metrics.ts';
import { overviewRoutes } from './overview/routes.ts';
import { preparePageDrawing } from './page-drawing.ts';
import { exportRoutes } from './problems/export.ts';
import { packagesRoutes } from './problems/packages.ts';
import { pdfRoutes } from './problems/pdf.ts';
import { problemsRoutes } from './problems/routes.ts';
import { uploadRoutes } from './problems/upload.ts';
import { proxyRoutes } from './proxy/routes.ts';
import { watchForProxy } from './proxy/sightings.ts';
import { questionsRoutes } from './questions/routes.ts';
import { limitBodies, type RequestTimeouts, toServerOptions, usualTimeouts } from './request-timeouts.ts';
import { requireActions } from './route.ts';
import { secure } from './security.ts';
import { sessionCookie } from './sessions.ts';
import { settingsRoutes } from './settings/routes.ts';
import { submissionsRoutes } from './submissions/routes.ts';
import { usersRoutes } from './users/routes.ts';
import { virtualRoutes } from './virtual/routes.ts';
import { preparePage, serveWeb, wantsPage } from './web-files.ts';
import { workersRoutes } from './workers/routes.ts';

const docsPath = '/api/docs';

export interface AppOptions {
  readonly context: Context;
  /** The folder of the built web app. */
  readonly webFolder: string;
  readonly logger: FastifyBaseLogger;
  /** Shorter in tests. */
  readonly timeouts?: RequestTimeouts;
}

/** The whole server but for listening: `main.ts` listens, tests inject. */
export async function buildApp({
  context,
  webFolder,
  logger,
  timeouts = usualTimeouts,
}: AppOptions): Promise<FastifyInstance> {
  const makeDrawing = await preparePageDrawing(webFolder);
  const sendPage = await preparePage(webFolder, (request) => drawPage(request));
  // A path that the framework itself refuses (too long, badly escaped) is an unknown page like any other.
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    wantsPage(request) && isRefusal(error) ? sendPage(request, reply) : answerError(error, request, reply);
  const app = fastify({
    loggerInstance: logger,
    trustProxy: context.environment.TRUST_PROXY,
    genReqId: () => randomUUID(),
    ...toServerOptions(timeouts),
    // More than a request's first line may have: an id that long is an unknown one, not another kind of mistake.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 * 1024 },
    frameworkErrors: (error, request, reply) =>
      answer(error, request as FastifyRequest, reply as FastifyReply),
  });
  const drawPage = makeDrawing(app, () => context.now().getTime());
  requireActions(app, (url) => url === '/*' || `${url}/`.startsWith(`${docsPath}/`));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('user', null);
  app.decorateRequest('receivedAt');
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!isApiPath(request.url)) return;
    reply.header(serverTimeHeader, context.now().getTime());
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  limitBodies(app, timeouts);
  acceptEmptyJson(app);
  app.setErrorHandler(answer);

  await secure(app, context);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
  await app.register(cookie);
  await describeApi(app);

  watchForProxy(app, context);
  healthRoutes(app, context);
  metricsRoutes(app, context);
  authRoutes(app, context);
  usersRoutes(app, context);
  settingsRoutes(app, context);
  languagesRoutes(app, context);
  problemsRoutes(app, context);
  packagesRoutes(app, context);
  exportRoutes(app, context);
  pdfRoutes(app, context);
  await uploadRoutes(app, context);
  submissionsRoutes(app, context);
  const boards = createBoards(context.db);
  contestsRoutes(app, context);
  contestScoreboardRoutes(app, context, boards);
  editorialsRoutes(app, context);
  participantsRoutes(app, context);
  enteringRoutes(app, context);
  reportsRoutes(app, context, boards);
  historyRoutes(app, context);
  statisticsRoutes(app, context);
  virtualRoutes(app, context);
  dayRoutes(app, context);
  questionsRoutes(app, context);
  eventsRoutes(app, context, boards, timeouts);
  workersRoutes(app, context);
  overviewRoutes(app, context);
  proxyRoutes(app, context);
  await serveWeb(app, webFolder, sendPage);
  return app;
}

/** Clients may name JSON as the type of a body they do not send. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Minos', description: 'The API of the Minos contest grader.', version: '1' },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie,
            description: `Over https: __Host-${sessionCookie}`,
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: docsPath, staticCSP: true });
}
