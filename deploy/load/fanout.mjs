// Notifies a million followers, kills services twice, and checks that each has one notification.
import { execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { api, signInAsDemo, environment, kill, pause, apiWithRetry } from './shop.mjs'

const followers = Number(process.argv[2] ?? 1_000_000)
const firstAccount = 1_000_000_000
const lastAccount = firstAccount + followers - 1

const databases = {
  store: environment('sovqat-store').STORE_DATABASE_URL,
  notification: environment('sovqat-notification').NOTIFICATION_DATABASE_URL,
}
const sql = (database, statement) =>
  execFileSync('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', databases[database], '-c', statement]).toString().trim()

/** Unlike `sql`, does not block this process. */
function queryStream(database) {
  const psql = spawn('psql', ['-XAtq', databases[database]], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: psql.stdout })[Symbol.asyncIterator]()
  return {
    async query(statement) {
      psql.stdin.write(`${statement};\n`)
      return (await lines.next()).value
    },
    end: () => psql.stdin.end(),
  }
}

const percentile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)]

const killedAt = []
const isDuringRestart = (startedAt, endedAt) => killedAt.some((at) => startedAt < at + 1_000 && endedAt > at)

/** Sends requests until the returned function is called, which returns their latencies. */
function measureLatency(token) {
  const [normal, duringRestart] = [[], []]
  let isOver = false
  async function requestRepeatedly(path, options) {
    while (!isOver) {
      const startedAt = performance.now()
      const { status } = await api(path, options)
      const endedAt = performance.now()
      const latencies = isDuringRestart(startedAt, endedAt) ? duringRestart : normal
      if (status === 200) latencies.push(endedAt - startedAt)
      await pause(40)
    }
  }
  const requests = [
    requestRepeatedly('/notification/count', { token }),
    requestRepeatedly('/product/all?perPage=24'),
    requestRepeatedly('/cart/counts', { token }),
  ]
  return async () => {
    isOver = true
    await Promise.all(requests)
    const [p50, p99] = [percentile(normal, 0.5), percentile(normal, 0.99)]
    return { requests: normal.length, p50, p99, restarted: duringRestart.length, worst: Math.max(0, ...duringRestart) }
  }
}

const describeLatency = ({ requests, p50, p99, restarted, worst }) =>
  `${requests} requests, median ${p50.toFixed(1)} ms, 99 % ${p99.toFixed(1)} ms` +
  (restarted > 0 ? `; ${restarted} more in the second after a kill, up to ${worst.toFixed(0)} ms` : '')

function removeFollowers(store) {
  const removed = sql('store', `with removed as (delete from follower where account_id between ${firstAccount} and ${lastAccount} returning 1) select count(*) from removed`)
  sql('store', `update store set subscriber_count = subscriber_count - ${removed} where store_id = ${store}`)
  sql('notification', `delete from notification where account_id between ${firstAccount} and ${lastAccount}`)
}

const [operator, shopper] = [await signInAsDemo('operator'), await signInAsDemo('shopper')]
const [store] = await apiWithRetry('/store/all?perPage=1')
removeFollowers(store.id)
console.log(`adding ${followers} followers to ${store.slug} …`)
sql(
  'store',
  `begin;
   insert into follower (store_id, account_id, followed_at)
   select ${store.id}, account_id, now() - interval '1 day' from generate_series(${firstAccount}, ${lastAccount}) as account_id;
   update store set subscriber_count = subscriber_count + ${followers} where store_id = ${store.id};
   commit`,
)

const idle = measureLatency(shopper)
await pause(10_000)
console.log(`idle: ${describeLatency(await idle())}`)

const texts = (name) => ({ name, text: name })
const startsAt = new Date(Date.now() + 3_000)
const draft = {
  id: 0,
  storeId: store.id,
  az: texts('Yük sınağı'),
  ru: texts('Нагрузочный тест'),
  en: texts('Load test'),
  imageUrl: '',
  percent: 5,
  startsAt: startsAt.toISOString(),
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  isWholeStore: true,
  productIds: [],
}
const campaign = await apiWithRetry('/admin/campaigns', { body: draft, token: operator })

const queries = queryStream('notification')
async function progress() {
  const reached = `least(coalesce(max(cursor), 0), ${lastAccount})`
  const response = await queries.query(
    `select greatest(${reached} - ${firstAccount} + 1, 0), count(ended_at) from fanout where occasion = 'campaign:${campaign.id}'`,
  )
  const [count, ended] = response.split('|').map(Number)
  return { count, isOver: ended > 0 }
}

while ((await progress()).count === 0) await pause(50)
const [startedAt, latencyDuring] = [performance.now(), measureLatency(shopper)]
const killShares = [0.25, 0.6]
const killed = []
let bestRate
let now = await progress()
let before = { at: startedAt, count: now.count }
while (!now.isOver) {
  await pause(200)
  now = await progress()
  const [at, count] = [performance.now(), now.count]
  if (at - before.at > 2_000) {
    const rate = ((count - before.count) / (at - before.at)) * 1000
    bestRate = Math.max(bestRate ?? 0, rate)
    before = { at, count }
  }
  if (killShares.length > 0 && count > followers * killShares[0]) {
    killShares.shift()
    killedAt.push(performance.now())
    for (const victim of ['sovqat-notification', 'sovqat-store']) if (kill(victim)) killed.push(`${victim} at ${count}`)
  }
  if (performance.now() - startedAt > 15 * 60_000) throw new Error(`only ${count} were notified within 15 minutes`)
}
const seconds = (performance.now() - startedAt) / 1000
queries.end()
console.log(`during the fan-out: ${describeLatency(await latencyDuring())}`)
console.log(`killed: ${killed.join(', ') || 'none'}`)
console.log(`${followers} in ${seconds.toFixed(1)} s: ${Math.round(followers / seconds)} a second with the kills, ${Math.round(bestRate ?? 0)} at best`)

const [rows, accounts] = sql(
  'notification',
  `select count(*), count(distinct account_id) from notification
   where occasion = 'campaign:${campaign.id}' and account_id between ${firstAccount} and ${lastAccount}`,
).split('|').map(Number)
await apiWithRetry(`/admin/campaigns/${campaign.id}/cancel`, { method: 'POST', body: {}, token: operator })
removeFollowers(store.id)
if (rows !== followers || accounts !== followers) throw new Error(`${rows} notifications for ${accounts} of ${followers} followers`)
if (killed.length < 4 && followers >= 1_000_000) throw new Error('nothing was tested: too few kills')
console.log(`each of ${followers} followers has exactly one notification`)
