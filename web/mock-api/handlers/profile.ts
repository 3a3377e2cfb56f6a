import { http } from 'msw'
import type { AddressInput, Family, Schemas } from '~shared/api/types'
import { today } from '~shared/i18n/dates'
import type { Locale } from '~shared/i18n/locale'
import { nextBirthday } from '../birthdays'
import { profile } from '../profile-state'
import { PASSWORD, tokens } from './account'
import { BASE, invalid, localeOf, ok, problem, refuse } from './answer'

const GRACE = 30 * 24 * 3600_000

type Text = Record<Locale, string>
const CITIES: { id: number; name: Text; districts: [number, Text][]; stations: [number, Text][] }[] = [
  {
    id: 1,
    name: { az: 'Bakı', ru: 'Баку', en: 'Baku' },
    districts: [
      [11, { az: 'Nəsimi', ru: 'Насими', en: 'Nasimi' }],
      [12, { az: 'Yasamal', ru: 'Ясамал', en: 'Yasamal' }],
    ],
    stations: [
      [21, { az: '28 May', ru: '28 Мая', en: '28 May' }],
      [22, { az: 'Gənclik', ru: 'Гянджлик', en: 'Ganjlik' }],
    ],
  },
  { id: 2, name: { az: 'Gəncə', ru: 'Гянджа', en: 'Ganja' }, districts: [], stations: [] },
]

const wrongPassword = (field: string) => invalid(field, 'invalid_password', 'Şifrə yanlışdır')

interface Asked {
  request: Request
  params: Record<string, string | readonly string[] | undefined>
}

/** An answer for the account's owner only, from the body of the request. */
const own =
  <B>(answer: (body: B, asked: Asked) => Response) =>
  async (asked: Asked) =>
    refuse(asked.request) ?? answer((await asked.request.json().catch(() => ({}))) as B, asked)

const placesOf = (list: [number, Text][], locale: Locale) =>
  list.map(([id, name]) => ({ id, name: name[locale], hasDistricts: false, hasStations: false }))
const cityOf = (id: unknown) => CITIES.find((city) => city.id === Number(id))

const family = (raw: Schemas['AddFamilyRequest'] & { id: number }): Family => ({
  ...raw,
  ...nextBirthday(raw.birthDate, today(Date.now())),
})

function writeAddress(input: AddressInput, locale: Locale, id: number) {
  const city = cityOf(input.cityId)
  if (!city) return invalid('cityId', 'unknown_value', 'Belə bir seçim yoxdur')
  const nameIn = (list: [number, Text][], wanted?: number) => list.find(([one]) => one === wanted)?.[1][locale]
  const districtName = nameIn(city.districts, input.districtId)
  const stationName = nameIn(city.stations, input.stationId)
  const others = profile.addresses.filter((one) => one.id !== id)
  const address = {
    ...input,
    id,
    cityName: city.name[locale],
    ...(districtName && { districtName }),
    ...(stationName && { stationName }),
    isDefault: input.isDefault || others.length === 0,
  }
  profile.addresses = [address, ...(address.isDefault ? others.map((one) => ({ ...one, isDefault: false })) : others)]
  return ok(address)
}

export const profileHandlers = [
  http.post(
    `${BASE}/user/update`,
    own((change: Schemas['UpdateUserRequest']) => ok((profile.user = { ...profile.user, ...change }))),
  ),
  http.post(
    `${BASE}/user/email/change`,
    own(({ email, password }: Schemas['ChangeEmailRequest']) => {
      if (password !== PASSWORD) return wrongPassword('password')
      if (email === 'taken@example.az') return problem(409, 'email_taken', 'Bu e-poçt ilə hesab var. Daxil olun və ya başqa ünvan yazın.')
      return ok((profile.user = { ...profile.user, email, emailVerified: false }))
    }),
  ),
  http.post(
    `${BASE}/user/email/verify/send`,
    own(() => ok({})),
  ),
  http.post(`${BASE}/user/email/verify`, async ({ request }) => {
    const { token } = (await request.json()) as { token: string }
    if (token === 'old') return invalid('token', 'token_invalid', 'Keçid artıq keçərli deyil')
    profile.user = { ...profile.user, emailVerified: true }
    return ok({})
  }),
  http.post(
    `${BASE}/user/password/update`,
    own(({ currentPassword }: Schemas['ChangePasswordRequest']) =>
      currentPassword === PASSWORD ? ok(tokens()) : wrongPassword('currentPassword'),
    ),
  ),
  http.post(
    `${BASE}/user/report`,
    own(() => ok({})),
  ),
  http.get(
    `${BASE}/user/export`,
    own(() => ok(profile)),
  ),
  http.post(
    `${BASE}/user/delete`,
    own(({ password }: { password: string }) => {
      if (password !== PASSWORD) return wrongPassword('password')
      return ok((profile.user = { ...profile.user, deletesAt: new Date(Date.now() + GRACE).toISOString() }))
    }),
  ),
  http.post(
    `${BASE}/user/restore`,
    own(() => {
      const { deletesAt: _gone, ...user } = profile.user
      return ok((profile.user = user))
    }),
  ),
  http.get(
    `${BASE}/user/devices`,
    own(() => ok(profile.devices)),
  ),
  http.delete(
    `${BASE}/user/devices/:id`,
    own((_body, { params }) => {
      profile.devices = profile.devices.filter(({ id }) => id !== params.id)
      return ok({})
    }),
  ),
  http.delete(
    `${BASE}/user/devices`,
    own(() => {
      profile.devices = profile.devices.filter(({ isCurrent }) => isCurrent)
      return ok({})
    }),
  ),
  http.get(
    `${BASE}/user/families`,
    own(() => ok(profile.families.toSorted((a, b) => a.daysLeft - b.daysLeft))),
  ),
  http.post(
    `${BASE}/user/family/add`,
    own((body: Schemas['AddFamilyRequest']) => {
      profile.lastId += 1
      const added = family({ ...body, id: profile.lastId })
      profile.families = [...profile.families, added]
      return ok(added)
    }),
  ),
  http.delete(
    `${BASE}/user/family/remove`,
    own(({ id }: { id: number }) => {
      profile.families = profile.families.filter((one) => one.id !== id)
      return ok({})
    }),
  ),
  http.get(
    `${BASE}/user/addresses`,
    own(() => ok(profile.addresses.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || b.id - a.id))),
  ),
  http.post(
    `${BASE}/user/addresses`,
    own((input: AddressInput, { request }) => {
      profile.lastId += 1
      return writeAddress(input, localeOf(request), profile.lastId)
    }),
  ),
  http.put(
    `${BASE}/user/addresses/:id`,
    own((input: AddressInput, { request, params }) => {
      const known = profile.addresses.some(({ id }) => String(id) === params.id)
      return known
        ? writeAddress(input, localeOf(request), Number(params.id))
        : problem(404, 'address_not_found', 'Belə bir ünvanınız yoxdur.')
    }),
  ),
  http.delete(
    `${BASE}/user/addresses/:id`,
    own((_body, { params }) => {
      const [next, ...rest] = profile.addresses.filter(({ id }) => String(id) !== params.id)
      const isLed = !next || [next, ...rest].some(({ isDefault }) => isDefault)
      profile.addresses = next ? [isLed ? next : { ...next, isDefault: true }, ...rest] : []
      return ok({})
    }),
  ),
  http.get(`${BASE}/address/cities`, ({ request }) =>
    ok(
      CITIES.map(({ id, name, districts, stations }) => ({
        id,
        name: name[localeOf(request)],
        hasDistricts: districts.length > 0,
        hasStations: stations.length > 0,
      })),
    ),
  ),
  http.get(`${BASE}/address/cities/:id/districts`, ({ request, params }) =>
    ok(placesOf(cityOf(params.id)?.districts ?? [], localeOf(request))),
  ),
  http.get(`${BASE}/address/cities/:id/stations`, ({ request, params }) =>
    ok(placesOf(cityOf(params.id)?.stations ?? [], localeOf(request))),
  ),
  http.get(
    `${BASE}/influencer/application`,
    own(() => (profile.application ? ok(profile.application) : problem(404, 'application_not_found', 'Müraciətiniz yoxdur.'))),
  ),
  http.post(
    `${BASE}/influencer/apply`,
    own((body: Schemas['ApplyRequest']) => {
      if (profile.application?.status === 'pending') return problem(409, 'application_pending', 'Müraciətinizə artıq baxılır.')
      profile.application = { ...body, id: 1, status: 'pending', createdAt: new Date().toISOString() }
      return ok(profile.application)
    }),
  ),
]
