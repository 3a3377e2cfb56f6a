// Tests of `followOrder`, which receives changes of an order from a stream. The mock's first order has a courier.

import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectSession } from '~shared/api/recovery'
import type { Order } from '~shared/api/types'
import { BASE } from '~mock/handlers/responses'
import { moveOrder, orders } from '~mock/orders-state'
import { server } from '~mock/server'
import { followOrder } from './use-live-order'

/** The mock's first order. */
const CODE = 'SQ-7K4M-29'
const track = `${BASE}/order/:code/track`

let stop: AbortController
/** Statuses of the order, as received. */
let received: string[]
/** Whether the stream was connected, at each change. */
let connections: boolean[]
/** Resolves when the stream has ended. */
let ended: Promise<void>

function startFollowing() {
  ended = followOrder('az', CODE, stop.signal, {
    onOrder: ({ status }: Order) => received.push(status),
    onConnected: (isConnected) => connections.push(isConnected),
  })
}

beforeEach(() => {
  stop = new AbortController()
  received = []
  connections = []
  connectSession({ tokens: () => ({ accessToken: 'access-1', refreshToken: 'refresh-1' }), renewed: () => {}, lost: () => {} })
})
afterEach(async () => {
  stop.abort()
  await ended
})

describe('following an order', () => {
  it('receives the order and every change', async () => {
    startFollowing()
    await vi.waitFor(() => expect(received).toEqual(['courier_appointed']))
    expect(connections).toEqual([true])
    moveOrder(CODE, 'handed_to_courier', { actor: '12' })
    await vi.waitFor(() => expect(received).toEqual(['courier_appointed', 'handed_to_courier']))
  })

  it('reconnects after a failure', async () => {
    server.use(http.get(track, () => HttpResponse.error(), { once: true }))
    startFollowing()
    await vi.waitFor(() => expect(received).toEqual(['courier_appointed']), 5000)
    expect(connections).toEqual([false, true])
  })

  it('reconnects after the server closes the stream', async () => {
    const singleEvent = `event: order\ndata: ${JSON.stringify(orders.all[0])}\n\n`
    server.use(http.get(track, () => new HttpResponse(singleEvent, { headers: { 'content-type': 'text/event-stream' } }), { once: true }))
    startFollowing()
    await vi.waitFor(() => expect(received).toHaveLength(2), 5000)
    expect(connections.slice(0, 3)).toEqual([true, false, true])
  })

  it('reconnects at once when the device is online again', async () => {
    // With the longest pauses between attempts, only `online` can end them in time.
    vi.spyOn(Math, 'random').mockReturnValue(1)
    let failures = 0
    server.use(
      http.get(track, () => {
        failures += 1
        return failures < 4 ? HttpResponse.error() : undefined
      }),
    )
    startFollowing()
    for (const times of [1, 2, 3]) {
      await vi.waitFor(() => expect(failures).toBe(times))
      await vi.waitFor(() => expect(connections).toHaveLength(times))
      dispatchEvent(new Event('online'))
    }
    await vi.waitFor(() => expect(received).toEqual(['courier_appointed']))
  })

  it('renews an expired token first', async () => {
    const renewed = vi.fn()
    connectSession({ tokens: () => ({ accessToken: 'expired', refreshToken: 'refresh-1' }), renewed, lost: () => {} })
    startFollowing()
    await vi.waitFor(() => expect(received).toHaveLength(1))
    expect(renewed).toHaveBeenCalledOnce()
  })

  it('stops for an order that does not exist', async () => {
    let requestCount = 0
    server.use(
      http.get(track, () => {
        requestCount += 1
        return HttpResponse.json({ code: 'order_not_found' }, { status: 404 })
      }),
    )
    startFollowing()
    await ended
    expect(requestCount).toBe(1)
    expect(connections).toEqual([false])
  })
})
