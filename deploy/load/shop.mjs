// Requests, accounts and processes for the load tests of a `cargo up` on this machine.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStaffSession } from './staff.mjs'

export const base = process.env.BASE_URL ?? 'http://127.0.0.1:8080'
if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(base)) throw new Error('only a shop on this machine can be measured')
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const root = new URL('../..', import.meta.url).pathname

let addressOf = () => base
/** From now on, `choose` returns the address for each request. */
export const sendTo = (choose) => (addressOf = choose)

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** `next` returns a number between 0 and 1, `below` an integer. */
export function seededRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return { next, below: (count) => Math.floor(next() * count) }
}

/**
 * `status: 0` stands for no response. `token` may be headers of a staff session, and `sign` returns signature headers.
 */
export function call(path, { method, body, token, key, form, sign, at = addressOf() } = {}) {
  const text = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const verb = method ?? (text === undefined ? 'GET' : 'POST')
  const headers = {
    ...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    ...(typeof token === 'string' ? { authorization: `Bearer ${token}` } : token),
    ...(key && { 'idempotency-key': key }),
    ...(sign && sign(verb, path, text)),
  }
  return new Promise((done) => {
    const options = { agent, headers, method: verb, timeout: 15_000 }
    const sent = request(at + path, options, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('error', () => done({ status: 0 }))
      response.on('end', () => {
        const whole = Buffer.concat(parts).toString()
        const json = whole.startsWith('{') ? JSON.parse(whole) : undefined
        done({ status: response.statusCode, json, data: json?.data, headers: response.headers })
      })
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => done({ status: 0 }))
    sent.end(text)
  })
}

export const api = (path, options) => call(`/api/v1${path}`, options)

async function responseWithRetry(path, options) {
  for (let attempt = 0, last; attempt < 120; attempt++) {
    last = await api(path, options)
    if (last.status === 200 || last.status === 201) return last
    if (last.status >= 400 && last.status < 500 && last.status !== 429) throw new Error(`${path}: ${JSON.stringify(last.json)}`)
    await pause(500)
  }
  throw new Error(`${path} did not succeed within a minute`)
}

/** A killed program is up again within a minute. */
export const apiWithRetry = async (path, options) => (await responseWithRetry(path, options)).data

async function inBatches(count, size, make) {
  const results = []
  for (let first = 0; first < count; first += size)
    results.push(...(await Promise.all(Array.from({ length: Math.min(size, count - first) }, (_, n) => make(first + n)))))
  return results
}

/** Pairs of a kind and a value that no program may log. */
export const secrets = []
const keepSecret = (kind, ...values) => secrets.push(...values.map((value) => ({ kind, value })))

async function codeFor(phone) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const messages = (await (await fetch(`${base}/dev/inbox.json?to=${encodeURIComponent(phone)}`)).json()) ?? []
    const sms = messages.find(({ text }) => /\b\d{4}\b/.test(text))
    if (sms) {
      // Four digits are part of many other numbers in logs.
      keepSecret('text message with a code', sms.text)
      return /\b(\d{4})\b/.exec(sms.text)[1]
    }
    await pause(100)
  }
  throw new Error('no code was sent')
}

async function signUpShopper(run, number, place) {
  const digits = String(run * 1000 + number).padStart(7, '0')
  const phoneNumber = `+99499${digits}`
  const [email, password] = [`buyer.${digits}.${Date.now()}@sovqat.example`, 'bir nar ağacı 2026']
  const { codeToken } = await apiWithRetry('/auth/otp/send', { body: { phoneNumber } })
  const otpCode = await codeFor(phoneNumber)
  const { verificationToken } = await apiWithRetry('/auth/otp/verify', { body: { phoneNumber, otpCode, codeToken } })
  // Unique names, for the search in logs.
  const details = { firstName: 'Nigarxanım', lastName: 'Əliyarbəyova', phoneNumber, email, password, passwordConfirmation: password, acceptTerms: true }
  const { accessToken } = await apiWithRetry('/auth/signup', { body: { ...details, verificationToken } })
  const person = { phoneNumber, password, token: accessToken }
  const address = { title: 'Ev', type: 'home', ...place, street: 'Üzeyir bəy Hacıbəyli döngəsi', building: '10', isDefault: true }
  keepSecret('phone', phoneNumber)
  keepSecret('mail address', email)
  keepSecret('name', details.firstName, details.lastName)
  keepSecret('street', address.street)
  keepSecret('password', password)
  keepSecret('token', accessToken, codeToken, verificationToken)
  return { ...person, ...place, addressId: (await apiWithRetry('/user/addresses', { body: address, token: accessToken })).id }
}

export async function signUpShoppers(count) {
  const city = (await apiWithRetry('/address/cities')).find(({ hasDistricts }) => hasDistricts)
  const districts = await apiWithRetry(`/address/cities/${city.id}/districts`)
  const run = Math.floor(Math.random() * 9000) + 1
  return inBatches(count, 8, (n) => signUpShopper(run, n, { cityId: city.id, districtId: districts[0].id }))
}

export async function signIn(person) {
  const { accessToken, refreshToken } = await apiWithRetry('/auth/signin', { body: { login: person.phoneNumber, password: person.password } })
  Object.assign(person, { token: accessToken, refreshToken })
}

export async function signInAsDemo(role) {
  const accounts = JSON.parse(readFileSync(join(root, 'deploy/local/demo/accounts.json')))
  const account = accounts.find((account) => account.role === role)
  const { email: login, password, secondFactors } = account
  if (secondFactors) {
    const post = async (path, body) => {
      const { data, headers } = await responseWithRetry(path, { body })
      return { data, cookies: headers['set-cookie'] ?? [] }
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await openStaffSession(account, post, base)
      } catch (error) {
        // If a response was lost, its challenge is used up.
        if (attempt === 5) throw error
      }
    }
  }
  return (await apiWithRetry('/auth/signin', { body: { login, password } })).accessToken
}

/** Returns all processes. The kernel cuts their names at 15 characters. */
function processes() {
  return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)).flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [name, rest] = [stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), stat.slice(stat.lastIndexOf(')') + 2)]
      return [{ pid: Number(pid), name, parent: Number(rest.split(' ')[1]) }]
    } catch {
      return []
    }
  })
}

let launcherId
function launcher() {
  const { port } = new URL(base)
  const isOurs = ({ pid, name }) => {
    // `cargo verify` starts the launcher as /proc/self/exe.
    if (name !== 'sovqat-local' && name !== 'exe') return false
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const at = args.indexOf('--port')
    return args[1] === 'up' && port === (at < 0 ? '8080' : args[at + 1])
  }
  launcherId ??= processes().find(isOurs)?.pid
  if (!launcherId) throw new Error(`no shop of \`cargo up\` runs at ${base}`)
  return launcherId
}

/** Returns the file into which `cargo up` prints, if it is one. */
export function outputFile() {
  const path = readlinkSync(`/proc/${launcher()}/fd/1`)
  return path.startsWith('/') && statSync(path).isFile() ? path : undefined
}

export const processesOf = (name) =>
  processes().filter((process) => process.parent === launcher() && process.name === name.slice(0, 15)).map(({ pid }) => pid)

const processOf = (name) => processesOf(name)[0]

export function environment(name, pid = processOf(name)) {
  const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

/** Returns the resident memory in MiB. */
export function memory(name) {
  const status = readFileSync(`/proc/${processOf(name)}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024)
}

export function kill(name) {
  const pid = processOf(name)
  if (!pid) return false
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}

/** `name` is the prefix of the products' slugs. */
export async function importProducts(count, stock, name) {
  const catalog = `/proc/${processOf('sovqat-catalog')}/exe`
  const generated = execFileSync(catalog, ['generate', '--products', String(count * 3)], { cwd: root, maxBuffer: 2 ** 30 }).toString()
  const lines = generated.trim().split('\n').map((line) => JSON.parse(line))
  const withoutSizes = lines.filter(({ sizes = [] }) => sizes.length === 0).slice(0, count)
  const renamed = withoutSizes.map((line, n) => ({ ...line, slug: `${name}-${n}`, stock, price: 1000 + 10 * n, discounted: undefined }))
  const folder = mkdtempSync(join(tmpdir(), 'sovqat-'))
  const file = join(folder, 'goods.jsonl')
  writeFileSync(file, renamed.map((line) => JSON.stringify(line)).join('\n'))
  execFileSync(catalog, ['import', file], { env: { ...process.env, ...environment('sovqat-catalog') }, stdio: 'ignore' })
  rmSync(folder, { recursive: true })
  return inBatches(renamed.length, 16, (n) => apiWithRetry(`/product/${renamed[n].slug}`))
}

let bankOrigin
/** The address is cached, because the order service may be down later. */
export const bank = () => (bankOrigin ??= new URL(environment('sovqat-order').EPOINT_URL).origin)
