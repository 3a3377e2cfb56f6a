// Measures the lists of the back office and a change of prices. The first run writes a million rows with SQL, without
// ledger or stock.
import { randomUUID } from 'node:crypto'
import { api, environment, pause, signInAsDemo } from './shop.mjs'
import { connectTo } from './sql.mjs'

const [rows, requests] = [process.argv[2] ?? 1_000_000, process.argv[3] ?? 20].map(Number)
const AIM_MS = 300
/** Number of products, seconds for the change, and seconds until the shop shows it. */
const [BULK_PRODUCTS, BULK_AIM_S, SHOWN_AIM_S] = [10_000, 10, 1]
const CHUNK_SIZE = 100_000
const FIRST_ACCOUNT = 10_000_000

const database = (service) => connectTo(environment(`sovqat-${service}`)[`${service.toUpperCase()}_DATABASE_URL`])
const log = (text) => console.log(text)

const NAMES = `(array['Aysel','Nigar','Leyla','Günel','Səbinə','Aytən','Lalə','Ülviyyə','Kamran','Elçin','Rəşad','Orxan','Tural','Vüsal','Emin',
  'Fərid','Cavid','Ramil','Zaur','Nurlan','Könül','Sevinc','Xəyalə','Gülnar','Rəna','Mehriban','Pərvanə','İlqar','Şahin','Toğrul'])`
const SURNAMES = `(array['Məmmədova','Əliyeva','Hüseynova','Həsənova','Quliyeva','İsmayılova','Abbasova','Cəfərova','Kərimov','Rəhimov','Babayev',
  'Nəsirov','Süleymanov','Mustafayev','Qasımov','Vəliyev','Ağayev','Bağırov','Səfərov','Tağıyev'])`
/** Chooses an element by the text `seed`. Early elements are frequent. */
const pick = (list, count, seed) => `${list}[1 + floor(power(pg_temp.random_of(${seed}), 2) * ${count})::int]`
/** A pseudo-random number between 0 and 1. */
const RANDOM_FUNCTION = `create or replace function pg_temp.random_of(seed text) returns float8 language sql immutable parallel safe as
  $$ select (('x' || left(md5(seed), 8))::bit(32)::bigint)::float8 / 4294967296 $$`

/** The code has a check character: see services/order/src/domain/code.rs. */
const ORDER_CODE_FUNCTION = `create or replace function pg_temp.code_of(n bigint) returns text language sql immutable as $$
    with digit as (select place, (n / power(29, place)::bigint) % 29 as value from generate_series(0, 4) as place),
         every as (select place, value from digit union all select 5, sum(value * (place + 2))::bigint % 29 from digit),
         text as (select string_agg(substr('23456789ACDEFGHJKMNPQRTUVWXYZ', value::int + 1, 1), '' order by place) as code from every)
    select 'SQ-' || left(code, 4) || '-' || right(code, 2) from text $$`

async function inChunks(connection, what, statement) {
  const startedAt = Date.now()
  for (let first = 1; first <= rows; first += CHUNK_SIZE) await connection.query(statement(first, Math.min(first + CHUNK_SIZE - 1, rows)))
  log(`${rows.toLocaleString('en')} ${what} in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
}

async function writeAccounts() {
  const auth = database('auth')
  const [count] = await auth.query(`select count(*) from account where account_id >= ${FIRST_ACCOUNT}`)
  if (Number(count) >= rows) return auth.end()
  await auth.query(RANDOM_FUNCTION)
  await inChunks(auth, 'accounts', (first, last) => `
    insert into account (account_id, code, first_name, last_name, phone_number, email, email_verified, created_at)
    select ${FIRST_ACCOUNT} + n, (20000000 + n)::text, ${pick(NAMES, 30, `'first' || n`)}, ${pick(SURNAMES, 20, `'last' || n`)},
           '+99460' || lpad(n::text, 7, '0'), 'musteri.' || n || '@sovqat.example', true, now() - (n % 700) * interval '1 day'
    from generate_series(${first}, ${last}) as n on conflict do nothing`)
  await inChunks(auth, 'audit entries', (first, last) => `
    insert into audit (acted_at, account_id, action, subject_kind, subject, after, browser, system)
    select now() - (${rows} - n) * interval '1 minute', 1 + n % 40,
           (array['customer_data_read', 'account_blocked', 'order_moved', 'refund_approved', 'product_updated'])[1 + n % 5],
           (array['account', 'account', 'order', 'refund', 'product'])[1 + n % 5], (n / 3)::text, '{}', 'Firefox', 'Linux'
    from generate_series(${first}, ${last}) as n`)
  await auth.query('analyze account, audit')
  auth.end()
}

async function writeOrders(product) {
  const order = database('order')
  const [count] = await order.query(`select count(*) from purchase where request_key like 'list-%'`)
  // Some codes belong to orders of the demo.
  if (Number(count) >= rows * 0.99) return order.end()
  await order.query(RANDOM_FUNCTION)
  await order.query(ORDER_CODE_FUNCTION)
  const perDay = Math.ceil(rows / 730)
  await order.query(`
    insert into slot (slot_id, zone_id, date, starts, capacity, taken)
    select 'baku-' || to_char(day, 'YYYY-MM-DD') || '-' || starts, 1, day, starts, 100000, 0
    from generate_series(current_date - 730, current_date + 1, interval '1 day') as day, unnest(array[10, 12, 14, 16, 18, 20]) as starts
    on conflict do nothing`)
  // The orders of the last two days are open. Of the others, one in 25 is cancelled.
  const state = `case when n > ${rows} - ${perDay} * 2 then 'open' when n % 25 = 0 then 'cancelled' else 'delivered' end`
  await inChunks(order, 'orders, each with a line, a part and its history', (first, last) => `
    with numbered as (
      select n, ${state} as state, now() - (${rows} - n)::float8 / ${perDay} * interval '1 day' as placed_at,
             1 + n % 40 as store_id, ${pick(NAMES, 30, `'first' || n % 400000`)} as first_name,
             ${pick(SURNAMES, 20, `'last' || n % 400000`)} as last_name
      from generate_series(${first}, ${last}) as n
    ), written as (
      insert into purchase (code, account_id, request_key, request_hash, placed_at, language, stage, status, payment_status, payment_method,
                            subtotal, discount, promo_discount, delivery_fee, total, vat, slot_id, deliver_from, deliver_until,
                            recipient_type, recipient, address)
      select pg_temp.code_of(n * 19), ${FIRST_ACCOUNT} + 1 + n % 400000, 'list-' || n, '\\x00',
             placed_at, 'az', case state when 'cancelled' then 'cancelled' when 'open' then 'accepted' else 'sold' end,
             case state when 'open' then (array['waiting', 'confirmed', 'searching_courier', 'on_the_way'])[1 + n % 4] else state end,
             case state when 'delivered' then 'paid' when 'cancelled' then 'refunded' else 'unpaid' end,
             case when n % 3 = 0 then 'cash' else 'card' end, 4500, 0, 0, 300, 4800, 732,
             'baku-' || to_char(placed_at + interval '1 day', 'YYYY-MM-DD') || '-' || (10 + 2 * (n % 6)),
             date_trunc('day', placed_at) + interval '1 day' + (10 + 2 * (n % 6)) * interval '1 hour',
             date_trunc('day', placed_at) + interval '1 day' + (12 + 2 * (n % 6)) * interval '1 hour', 'other',
             jsonb_build_object('first_name', first_name, 'last_name', last_name, 'phone_number', '+99460' || lpad((n % 400000)::text, 7, '0')),
             jsonb_build_object('postcode', '1000', 'phone_number', '+99460' || lpad((n % 400000)::text, 7, '0'), 'city_id', 1, 'street', 'Nizami',
                                'building', '10', 'title', 'Ev', 'type', 'home', 'first_name', first_name, 'last_name', last_name)
      from numbered
      on conflict (code) do nothing
      returning order_id, request_key, placed_at, status
    ), lines as (
      insert into purchase_line (order_id, store_id, product_id, name, slug, image_url, names, count, unit_price, line_total, promo_discount)
      select order_id, store_id, ${product.id}, 'Buket', '${product.slug}', '', '{"az": "Buket"}', 1, 4500, 4500, 0
      from written join numbered on request_key = 'list-' || n
    ), parts as (
      insert into purchase_part (order_id, store_id, name, slug, status, total, placed_at)
      select order_id, store_id, 'Mağaza ' || store_id, 'magaza-' || store_id, status, 4500, written.placed_at
      from written join numbered on request_key = 'list-' || n
    )
    insert into status_change (order_id, status, changed_at, actor)
    select order_id, 'waiting', placed_at, 'shopper' from written`)
  await order.query('analyze purchase, purchase_line, purchase_part, status_change, slot')
  order.end()
}

async function measure({ name, path, follow, token }) {
  const times = []
  let [cursor, shown] = ['', 0]
  for (let n = 0; n < requests; n++) {
    const startedAt = performance.now()
    const { status, json } = await api(path + (cursor && `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`), { token })
    times.push(performance.now() - startedAt)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`)
    const list = Array.isArray(json.data) ? json.data : (json.data.entries ?? json.data.windows ?? [json.data])
    shown = list.length
    if (follow) cursor = json.meta?.nextCursor ?? json.data.nextCursor ?? ''
  }
  times.sort((one, other) => one - other)
  const [median, slowest] = [times[Math.floor(times.length / 2)], times.at(-1)]
  log(`${slowest <= AIM_MS ? '✓' : '✗'} ${name.padEnd(64)} ${String(shown).padStart(3)} rows  median ${median.toFixed(0)} ms  slowest ${slowest.toFixed(0)} ms`)
  return slowest <= AIM_MS
}

const [product] = (await api('/product/all?perPage=1')).data.products
await writeAccounts()
await writeOrders(product)
const token = await signInAsDemo('operator')
// The date in Baku, UTC+4.
const today = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10)
const days = (count) => new Date(Date.now() - count * 86_400_000).toISOString()
const text = encodeURIComponent
const products = (await api('/admin/products?limit=50', { token })).json.data
const categoryId = products[0].categoryId

const LISTS = [
  { name: 'orders, newest', path: '/admin/orders?limit=100' },
  { name: 'orders, page after page', path: '/admin/orders?limit=100', follow: true },
  { name: 'orders by status', path: '/admin/orders?limit=100&status=cancelled', follow: true },
  { name: 'orders by status and payment', path: '/admin/orders?limit=100&status=waiting&paymentStatus=unpaid' },
  { name: 'orders of a store', path: '/admin/orders?limit=100&storeId=7', follow: true },
  { name: 'orders of a store, cancelled', path: '/admin/orders?limit=100&storeId=7&status=cancelled' },
  { name: 'orders of a week a year ago', path: `/admin/orders?limit=100&since=${days(372)}&until=${days(365)}`, follow: true },
  { name: 'orders delivered today', path: `/admin/orders?limit=100&deliverOn=${today}`, follow: true },
  { name: 'orders by a code', path: '/admin/orders?limit=100&text=SQ-4F' },
  { name: 'orders by a phone number', path: `/admin/orders?limit=100&text=${text('060 001 23 45')}` },
  { name: 'orders by a rare name', path: `/admin/orders?limit=100&text=${text('toğrul tağıyev')}` },
  { name: 'orders by the most frequent name', path: `/admin/orders?limit=100&text=${text('aysel')}`, follow: true },
  { name: 'orders by a frequent name, of a store', path: `/admin/orders?limit=100&text=${text('aysel')}&storeId=7` },
  { name: 'orders by a frequent name, cancelled, of a store', path: `/admin/orders?limit=100&text=${text('aysel')}&storeId=7&status=cancelled` },
  { name: 'counts of orders by status', path: '/admin/order-counts' },
  { name: 'deliveries of a day', path: `/admin/deliveries?day=${today}` },
  { name: 'customer by phone number', path: `/admin/customers?q=${text('+994600012345')}` },
  { name: 'customer by e-mail address', path: '/admin/customers?q=musteri.999@sovqat.example' },
  { name: 'dashboard', path: '/admin/dashboard' },
  { name: 'audit, newest', path: '/admin/audit?limit=100' },
  { name: 'audit, page after page', path: '/admin/audit?limit=100', follow: true },
  { name: 'audit by person', path: '/admin/audit?limit=100&accountId=17', follow: true },
  { name: 'audit by action', path: '/admin/audit?limit=100&action=refund_approved', follow: true },
  { name: 'audit by object', path: '/admin/audit?limit=100&subjectKind=account&subject=1234' },
  { name: 'audit by person and action', path: '/admin/audit?limit=100&accountId=17&action=account_blocked' },
  { name: 'products, newest', path: '/admin/products?limit=100' },
  { name: 'products, page after page', path: '/admin/products?limit=100', follow: true },
  { name: 'products by price', path: '/admin/products?limit=100&sort=price', follow: true },
  { name: 'products by name', path: '/admin/products?limit=100&sort=name', follow: true },
  { name: 'products last changed', path: '/admin/products?limit=100&sort=changed', follow: true },
  { name: 'products of a category, by price', path: `/admin/products?limit=100&categoryId=${categoryId}&sort=price`, follow: true },
  { name: 'products of a store, withdrawn', path: `/admin/products?limit=100&storeId=${products[0].storeId}&state=withdrawn` },
  { name: 'products by a part of a name', path: `/admin/products?limit=100&text=${text('buket')}`, follow: true },
  { name: 'products by a text that none has', path: '/admin/products?limit=100&text=qwxyzzy' },
  { name: 'products with little stock', path: '/admin/products?limit=100&stock=low&sort=stock', follow: true },
  { name: 'products without a Russian text', path: '/admin/products?limit=100&missing=ru' },
]

async function productIds(count) {
  const ids = []
  for (let cursor = ''; ids.length < count; ) {
    const { json } = await api(`/admin/products?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, { token })
    ids.push(...json.data.map(({ id }) => id))
    cursor = json.meta?.nextCursor ?? ''
    if (!cursor) break
  }
  return ids
}

async function measureBulkChange() {
  const ids = await productIds(BULK_PRODUCTS)
  if (ids.length < BULK_PRODUCTS) log(`the shop has ${ids.length} products only; the aim is for ${BULK_PRODUCTS.toLocaleString('en')}`)
  const found = await api(`/product/all?perPage=1&ids=${ids.slice(-100)}`)
  const { slug } = found.data.products[0]
  const shownPrice = async () => (await api(`/product/${slug}`)).data.price
  const before = await shownPrice()
  const startedAt = performance.now()
  const secondsSince = (start) => (performance.now() - start) / 1000
  const { status, json } = await api('/admin/products/bulk', {
    token, method: 'POST', body: { change: { pricePercent: 1 }, dryRun: false, ids, key: randomUUID() },
  })
  if (status !== 200) throw new Error(`the change failed: ${status} ${JSON.stringify(json)}`)
  const change = secondsSince(startedAt)
  const changedAt = performance.now()
  while ((await shownPrice()) === before && secondsSince(changedAt) < 60) await pause(50)
  const shown = secondsSince(changedAt)
  await api(`/admin/products/bulk/${json.data.id}/undo`, { token, method: 'POST' })
  const isFast = change <= BULK_AIM_S && shown <= SHOWN_AIM_S
  const counts = `${json.data.affected} changed, ${json.data.refusedCount} refused`
  log(`${isFast ? '✓' : '✗'} prices of ${ids.length} products in ${change.toFixed(1)} s (${counts}), shown after ${shown.toFixed(1)} s`)
  return isFast
}

let failed = 0
for (const list of LISTS) if (!(await measure({ ...list, token }))) failed++
if (!(await measureBulkChange())) failed++
log(failed === 0 ? 'every measurement met its aim' : `missed aims: ${failed}`)
process.exit(failed === 0 ? 0 : 1)
