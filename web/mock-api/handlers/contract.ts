import { http, type HttpHandler } from 'msw'
import type { ApiResponse, Body, PathOf } from '~shared/api/types'

export const BASE = '*/api/v1'

type Method = 'get' | 'post' | 'put' | 'delete'
/** Such as `id` for `/product/{id}`. */
type ParamOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never

/** An error response has the type `never`, so every handler may return it. */
export interface Reply<Json> extends Response {
  readonly typed?: Json
}

export interface MockRequest<Sent = unknown, Param extends string = string> {
  request: Omit<Request, 'json' | 'clone'> & { json: () => Promise<Sent>; clone: () => Request }
  params: Record<Param, string>
}

type Resolver<P extends PathOf<M>, M extends Method> = (
  call: MockRequest<Body<P, M>, ParamOf<P>>,
) => Reply<ApiResponse<P, M>> | Promise<Reply<ApiResponse<P, M>>>

/** Returns an empty object for a request without a body. */
export const bodyOf = async <Sent>({ request }: Pick<MockRequest<Sent>, 'request'>): Promise<Sent> =>
  JSON.parse((await request.text()) || '{}')

/** Makes a handler for one operation of the API. */
export const on = <M extends Method, P extends PathOf<M>>(method: M, path: P, handler: Resolver<P, M>): HttpHandler =>
  http[method](`${BASE}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, (call) => handler(call as unknown as Parameters<typeof handler>[0]))
