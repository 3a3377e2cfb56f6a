#!/usr/bin/env node
// The mobile app as a command line tool. See docs/APP-SIGNATURES.md.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newKey, publicKey, signature } from './signature.mjs'

const USAGE = `usage: app.mjs COMMAND [options]

  sign-in --login PHONE_OR_EMAIL [--password WORD]   default: SOVQAT_APP_PASSWORD
  register [--name TEXT] [--platform ios|android]    registers the key of this folder, which is created if missing
  clients                                            lists the account's keys
  revoke ID                                          revokes a key
  add PRODUCT [--size ID] [--count N]                puts a product into the cart
  check [--bonuses N]                                prints the total of the cart, and how many bonuses can be spent
  order [--bonuses N]                                checks the cart and orders it, paid in cash
  bonuses                                            prints the balance and its history
  sign-out                                           ends the session; its key is revoked

options: --base URL (http://127.0.0.1:8080), --folder FOLDER (target/local/app), --address ID (the first one), --language az|ru|en,
         --now UNIX_SECONDS (the time of the signature, for tests with a fixed clock)
Results are printed as JSON. An error is printed to stderr, and the command exits with 1.`

const [command, ...rest] = process.argv.slice(2)
// Taken before options are parsed, because ids of keys may begin with a hyphen.
const subject = ['revoke', 'add'].includes(command) ? rest.shift() : undefined
const { values } = parseArgs({
  args: rest,
  options: {
    base: { type: 'string', default: process.env.BASE_URL ?? 'http://127.0.0.1:8080' },
    folder: { type: 'string', default: new URL('../../../target/local/app', import.meta.url).pathname },
    login: { type: 'string' },
    password: { type: 'string', default: process.env.SOVQAT_APP_PASSWORD },
    name: { type: 'string', default: 'Sovqat app on the command line' },
    platform: { type: 'string', default: 'android' },
    size: { type: 'string' },
    count: { type: 'string' },
    bonuses: { type: 'string' },
    address: { type: 'string' },
    language: { type: 'string', default: 'en' },
    now: { type: 'string' },
  },
})
const file = (name) => join(values.folder, name)

/** A problem document (RFC 9457). */
class Refusal extends Error {
  constructor(problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** The file is written atomically, and readable only by its owner. */
function save(name, content) {
  mkdirSync(values.folder, { recursive: true, mode: 0o700 })
  writeFileSync(file(`${name}.new`), JSON.stringify(content), { mode: 0o600 })
  renameSync(file(`${name}.new`), file(name))
}

const load = (name) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), 'utf8')) : undefined)

function key() {
  const existing = load('key.json')
  if (existing) return existing
  const created = newKey()
  save('key.json', created)
  return created
}

async function call(method, path, { body, token = load('session.json')?.accessToken, isSigned = false, headers = {} } = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const at = `/api/v1${path}`
  const response = await fetch(values.base + at, {
    method,
    body: text,
    headers: {
      'accept-language': values.language,
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      // A nonce is accepted once, so each attempt is signed again.
      ...(isSigned && signature(method, at, text, key(), values.now)),
      ...headers,
    },
  })
  const json = await response.json()
  if (response.ok) return json.data
  if (json.code === 'token_expired') {
    const session = load('session.json')
    const renewed = await call('GET', '/auth/refresh', { token: session.refreshToken })
    save('session.json', { ...session, ...renewed })
    return call(method, path, { body, isSigned, headers })
  }
  throw new Refusal(json)
}

async function addressId() {
  if (values.address) return Number(values.address)
  const [address] = await call('GET', '/user/addresses')
  if (!address) throw new Error('the account has no address: add one on the website')
  return address.id
}

async function check() {
  const body = {
    addressId: await addressId(),
    paymentMethod: 'cash',
    ...(values.bonuses !== undefined && { bonusAmount: Number(values.bonuses) }),
  }
  return { body, checked: await call('POST', '/order/check', { body, isSigned: true }) }
}

const commands = {
  async 'sign-in'() {
    const { accessToken, refreshToken, user } = await call('POST', '/auth/signin', {
      body: { login: values.login, password: values.password },
      token: null,
    })
    save('session.json', { accessToken, refreshToken })
    return user
  },
  async register() {
    const send = () =>
      call('POST', '/user/clients', {
        body: { publicKey: publicKey(key()), name: values.name, platform: values.platform },
        isSigned: true,
      })
    try {
      return await send()
    } catch (error) {
      // A revoked key stays revoked, so the app creates a new one.
      if (error.message !== 'client_revoked') throw error
      rmSync(file('key.json'))
      return await send()
    }
  },
  clients: () => call('GET', '/user/clients'),
  revoke: () => call('DELETE', `/user/clients/${subject}`),
  add: () =>
    call('POST', '/cart/add', {
      body: {
        productId: Number(subject),
        count: Number(values.count ?? 1),
        ...(values.size !== undefined && { sizeId: Number(values.size) }),
      },
    }),
  async check() {
    const { problems, total, bonusAmount, bonus } = (await check()).checked
    return { problems, total, bonusAmount, bonus }
  },
  async order() {
    const { body, checked } = await check()
    if (checked.problems.length > 0) throw new Refusal({ code: checked.problems[0].code, problems: checked.problems })
    const order = { ...body, quote: checked.quote, recipientType: 'self' }
    const placed = await call('POST', '/order', { body: order, isSigned: true, headers: { 'idempotency-key': randomUUID() } })
    const { code, status, amounts } = placed.order
    return { code, status, amounts }
  },
  bonuses: () => call('GET', '/user/bonuses'),
  async 'sign-out'() {
    const done = await call('GET', '/auth/logout')
    rmSync(file('session.json'))
    return done
  },
}

try {
  if (!Object.hasOwn(commands, command ?? '')) throw new Error(USAGE)
  console.log(JSON.stringify(await commands[command](), null, 2))
} catch (error) {
  console.error(error instanceof Refusal ? JSON.stringify(error.problem, null, 2) : error.message)
  process.exitCode = 1
}
