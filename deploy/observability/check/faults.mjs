// A fault for each alert. `inject` returns the function that repairs it, unless the alert ends by itself.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:http2'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { api, bank, call, environment, kill, pause, processesOf, signInAsDemo } from '../../load/shop.mjs'
import { openCashouts } from '../../load/cashouts.mjs'
import { connectTo } from '../../load/sql.mjs'

function signal(program, name) {
  for (const pid of processesOf(`sovqat-${program}`)) process.kill(pid, name)
}

/** Stops a program without ending it: its connections stay open. */
function freeze(program) {
  signal(program, 'SIGSTOP')
  return () => signal(program, 'SIGCONT')
}

const databases = new Map()
/** Must be called before a program is frozen or killed. */
export function rememberDatabases() {
  for (const service of ['auth', 'catalog', 'order', 'store', 'notification'])
    databases.set(service, environment(`sovqat-${service}`)[`${service.toUpperCase()}_DATABASE_URL`])
}

async function sql(service, ...statements) {
  const connection = connectTo(databases.get(service))
  try {
    let rows
    for (const statement of statements) rows = await connection.query(statement)
    return rows
  } finally {
    connection.end()
  }
}

/** Returns the function that unlocks the table. */
async function lock(service, table) {
  const connection = connectTo(databases.get(service))
  await connection.query(`begin; lock table ${table} in access exclusive mode`)
  return async () => {
    await connection.query('rollback')
    connection.end()
  }
}

async function operator(path, options) {
  const response = await api(path, { ...options, token: await signInAsDemo('operator') })
  if (response.status !== 200 && response.status !== 201) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.json)}`)
  return response.data
}

const audit = () => operator('/admin/auditor/runs', { body: {} })

/** Calls the order service with the certificate of another program. Returns the gRPC status. */
function callAs(program, data, method) {
  const file = (name) => readFileSync(join(data, 'certificates', name))
  const tls = { cert: file(`${program}.pem`), key: file(`${program}.key`), ca: file('authority.pem'), checkServerIdentity: () => undefined }
  const session = connect(`https://${environment('sovqat-order').LISTEN}`, tls)
  return new Promise((done, fail) => {
    session.once('error', fail)
    const headers = { ':method': 'POST', ':path': method, 'content-type': 'application/grpc', te: 'trailers' }
    const stream = session.request(headers)
    const read = (received) => {
      if (received['grpc-status'] === undefined) return
      done(Number(received['grpc-status']))
      session.close()
    }
    stream.on('response', read)
    stream.on('trailers', read)
    stream.once('error', fail)
    stream.resume()
    // An empty message: not compressed, length 0.
    stream.end(Buffer.alloc(5))
  })
}

/** Repeats an action until the returned function is called. */
function keep(everyMs, action) {
  let hasEnded = false
  const ended = (async () => {
    while (!hasEnded) {
      await action().catch(() => {})
      await pause(everyMs)
    }
  })()
  return async () => {
    hasEnded = true
    await ended
  }
}

async function overpayCashout() {
  const cashouts = await openCashouts()
  await call('/sandbox/misbehave', { body: { kind: 'wrong_amount', is_payout: true }, at: bank() })
  // These numbers choose the smallest amount, the first card, no misbehaviour, and an approval.
  const isRequested = await cashouts.round({ below: () => 0, next: () => 0.9 })
  if (!isRequested) throw new Error('the blogger has nothing to cash out')
}

/** An operator enters what the bank's statement says. */
async function resolveCashouts() {
  const token = await signInAsDemo('operator')
  const { data } = await api('/admin/cashouts?perPage=100', { token })
  for (const { cashout } of data.filter(({ cashout }) => cashout.status === 'sent')) {
    const body = { resolution: 'paid', paidAmount: cashout.amount + 100 }
    const { status, json } = await api(`/admin/cashouts/${cashout.code}/resolve`, { body, token })
    if (status !== 200) throw new Error(`/admin/cashouts: ${status} ${JSON.stringify(json)}`)
  }
}

/** Groups run one after another, and their chains at the same time. The faults of a chain run one after another. */
export function faultGroups({ data, nats, valkey, mail, load }) {
  const alert = (alertname, labels = {}) => ({ alertname, ...labels })
  const burns = (slo) => [alert('SloBurnsFast', { slo }), alert('SloBurnsSlowly', { slo })]
  const person = load.people[0]

  const unknownCaller = {
    alerts: [alert('UnknownCaller', { job: 'order' })],
    what: "a call of order's `CashoutDesk/Resolve` with the certificate of seo",
    async inject() {
      const status = await callAs('seo', data, '/sovqat.order.v1.CashoutDesk/Resolve')
      if (status !== 7) throw new Error(`the call was not refused: gRPC status ${status}`)
    },
  }
  const invalidEvent = {
    alerts: [alert('EventSetAside', { feed: 'auth', kind: 'account_erased' })],
    what: "an event in auth's outbox whose account is no number",
    async inject() {
      await sql('auth', `insert into outbox (kind, payload) values ('account_erased', '{"accountId": "nobody"}')`)
      return async () => {
        for (const service of ['catalog', 'order', 'store', 'notification']) await sql(service, `delete from feed_parked where feed = 'auth'`)
      }
    },
  }
  const natsStopped = {
    alerts: [alert('NatsPublishingIsBehind')],
    what: '`nats-server` is killed',
    async inject() {
      await nats.stop()
      return () => nats.start()
    },
  }
  const valkeyStopped = {
    alerts: [alert('ValkeyIsFailing')],
    what: '`valkey-server` is killed',
    async inject() {
      await valkey.stop()
      return () => valkey.start()
    },
  }
  const natsWiped = {
    alerts: [alert('NatsStreamStartedOver', { reason: 'stream_lost' })],
    what: '`nats-server` is killed, and its disk is emptied',
    async inject() {
      await nats.stop()
      rmSync(nats.folder, { recursive: true })
      await nats.start()
    },
  }
  const feedStopped = {
    alerts: [alert('FeedStopped', { job: 'store', feed: 'auth' })],
    what: "store's cursor has another epoch, and its table `feed_snapshot` is locked",
    async inject() {
      const unlock = await lock('store', 'feed_snapshot')
      await sql('store', `update feed_cursor set epoch = gen_random_uuid() where feed = 'auth'`)
      kill('sovqat-store')
      return unlock
    },
  }
  const feedStartedOver = {
    alerts: [alert('FeedStartedOver', { job: 'catalog', feed: 'store', reason: 'feed_epoch_changed' })],
    what: "a new epoch in store's `outbox_head`, as after a restore",
    async inject() {
      await sql('store', 'update outbox_head set epoch = gen_random_uuid()')
      // The producer reads the epoch when a consumer connects.
      kill('sovqat-store')
    },
  }
  const refusals = {
    alerts: [alert('RefusalsAreMany')],
    what: 'a shopper asks for the findings of the auditor, ten times a second',
    inject: async () => keep(100, () => api('/admin/auditor/findings', { token: person.token })),
  }
  const mailRefused = {
    alerts: [alert('CodesDoNotArrive')],
    what: 'the mail server refuses every recipient; 16 people use the contact form',
    async inject() {
      mail.refuses = true
      for (let number = 0; number < 16; number++) {
        const email = `check.${number}.${Date.now()}@sovqat.example`
        await api('/contact-us', { body: { name: 'Yoxlama', email, message: 'Sifarişim haqqında sualım var.' } })
      }
      return () => (mail.refuses = false)
    },
  }
  const pile = {
    alerts: [alert('DeliveriesPileUp', { channel: 'email' })],
    what: '600 rows of letters that are due in an hour',
    async inject() {
      await sql(
        'notification',
        `insert into delivery (delivery_id, channel, recipient, template, language, sealed_values, due_at, expires_at, taken_at)
         select gen_random_uuid(), 'email', 'pile@sovqat.example', 'check', 'az', '\\x00', now() + interval '1 hour', now() + interval '1 day', now()
         from generate_series(1, 600)`,
      )
      return () => sql('notification', `delete from delivery where recipient = 'pile@sovqat.example'`)
    },
  }
  const wrongBooks = {
    alerts: [alert('BooksDiffer')],
    what: 'one slot counts an order too many; an operator requests a run of the auditor',
    async inject() {
      const [slot] = await sql('order', 'select slot_id from slot where taken < capacity order by slot_id limit 1')
      if (!slot) throw new Error('there is no slot')
      await sql('order', `update slot set taken = taken + 1 where slot_id = '${slot}'`)
      await audit()
      return async () => {
        await sql('order', `update slot set taken = taken - 1 where slot_id = '${slot}'`)
        await audit()
      }
    },
  }
  const oldAudit = {
    alerts: [alert('AuditorIsLate')],
    what: 'the runs of the auditor are moved 27 hours into the past',
    async inject() {
      await sql('order', `update auditor_run set started_at = started_at - interval '27 hours', finished_at = finished_at - interval '27 hours'`)
      return audit
    },
  }
  const stuckCashout = {
    alerts: [alert('CashoutIsStuck')],
    what: 'the bank pays 1 ₼ more for a cash-out than it was asked to',
    async inject() {
      await overpayCashout()
      return resolveCashouts
    },
  }
  const lateWorker = {
    alerts: [alert('WorkerIsLate', { job: 'order', worker: 'wholesale_letters' })],
    what: "order's table `wholesale_letter` is locked",
    inject: () => lock('order', 'wholesale_letter'),
  }
  const parkedItem = {
    alerts: [alert('WorkerItemParked', { job: 'order', worker: 'wholesale_letters' })],
    what: 'notification is frozen (SIGSTOP) while a wholesale letter is sent for the twelfth time',
    async inject() {
      const repair = freeze('notification')
      try {
        const { status, json } = await api('/wholesale', { body: { name: 'Yoxlama', phoneNumber: '+994501112233', text: '300 buket' }, key: randomUUID() })
        if (status >= 300) throw new Error(`/wholesale: ${status} ${JSON.stringify(json)}`)
        // Repeated, because a try that is under way overwrites the number of failures.
        for (const until = Date.now() + 120_000; Date.now() < until; await pause(1_000)) {
          await sql('order', 'update wholesale_letter set failures = 11, due_at = now() where due_at is not null and failures < 11')
          const [parked] = await sql('order', 'select count(*) from wholesale_letter where failures >= 12')
          if (Number(parked) > 0) break
        }
      } finally {
        repair()
      }
      return () => sql('order', 'update wholesale_letter set failures = 0, due_at = now() where failures >= 12')
    },
  }
  const frozenCatalog = {
    alerts: [alert('ProcessIsDown', { job: 'catalog' }), alert('ShopFails'), ...burns('browse'), ...burns('search')],
    what: 'catalog is frozen (SIGSTOP)',
    inject: async () => freeze('catalog'),
  }
  const slowCatalog = {
    alerts: [alert('ShopIsSlow')],
    what: 'catalog is frozen for 0.8 of each 1.2 s',
    async inject() {
      const stopSlowing = keep(400, async () => {
        const thaw = freeze('catalog')
        await pause(800)
        thaw()
      })
      return stopSlowing
    },
  }
  const frozenAuth = {
    alerts: [alert('RevocationsAreLate')],
    what: 'auth is frozen (SIGSTOP)',
    inject: async () => freeze('auth'),
  }
  const frozenOrder = {
    alerts: burns('checkout'),
    what: 'order is frozen (SIGSTOP)',
    inject: async () => freeze('order'),
  }
  const frozenBank = {
    alerts: burns('pay'),
    what: 'the bank is frozen (SIGSTOP): it does not answer',
    inject: async () => freeze('bank'),
  }

  return [
    [[unknownCaller, invalidEvent], [natsStopped, natsWiped], [valkeyStopped], [wrongBooks, oldAudit], [refusals], [lateWorker], [pile]],
    [[mailRefused], [stuckCashout], [feedStopped, feedStartedOver]],
    [[parkedItem]],
    [[frozenBank]],
    [[frozenOrder]],
    [[slowCatalog]],
    [[frozenCatalog]],
    [[frozenAuth]],
  ]
}
