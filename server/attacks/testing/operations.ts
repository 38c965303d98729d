import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly schema: JsonSchema;
  readonly required?: boolean;
}

type Content = Record<string, { readonly schema?: JsonSchema }>;

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Record<string, { readonly content?: Content }>;
}

/** One call as the API's own document tells it to the world. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
  /** By status, or by class of statuses as 4XX; null where no JSON is promised. */
  readonly answers: ReadonlyMap<string, z.ZodType | null>;
}

export async function listOperations(app: FastifyInstance): Promise<Operation[]> {
  await app.ready();
  const paths = app.swagger().paths as Record<string, Record<string, DocumentedOperation>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
      answers: new Map(
        Object.entries(responses).map(([status, { content }]) => [status, toChecker(content)]),
      ),
    })),
  );
}

function toChecker(content: Content | undefined): z.ZodType | null {
  const schema = content?.['application/json']?.schema;
  return schema ? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]) : null;
}
