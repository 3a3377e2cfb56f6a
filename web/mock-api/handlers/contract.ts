import { http, type HttpHandler } from 'msw'
import type { ApiResponse, Body, PathOf } from '~shared/api/types'

// Handlers are typed by the contract: `schema.d.ts`, generated from the gateway's openapi.json.

export const BASE = '*/api/v1'

type Method = 'get' | 'post' | 'put' | 'delete'
type ParamOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never

/** A response with typed JSON. Problems have `never`, so they are allowed everywhere. */
export interface Reply<Json> extends Response {
  readonly typed?: Json
}

export interface MockRequest<Sent = unknown, Param extends string = string> {
  request: Omit<Request, 'json' | 'clone'> & { json: () => Promise<Sent>; clone: () => Request }
  params: Record<Param, string>
}

/** The members are optional: the types describe a correct caller, and a handler must also handle others. */
type Resolver<P extends PathOf<M>, M extends Method> = (
  call: MockRequest<Body<P, M>, ParamOf<P>>,
) => Reply<ApiResponse<P, M>> | Promise<Reply<ApiResponse<P, M>>>

/** Returns the body of the request, or an empty object without one. */
export const bodyOf = async <Sent>({ request }: Pick<MockRequest<Sent>, 'request'>): Promise<Sent> =>
  JSON.parse((await request.text()) || '{}')

export const on = <M extends Method, P extends PathOf<M>>(method: M, path: P, handler: Resolver<P, M>): HttpHandler =>
  http[method](`${BASE}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, (call) => handler(call as unknown as Parameters<typeof handler>[0]))
