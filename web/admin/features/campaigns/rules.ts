// The form of a campaign: the server's validation rules with its error codes, and the conversion to requests. Times are Baku time.
import * as v from 'valibot'
import type { CampaignDraft } from '~shared/api/types'
import { errorCode, optionalText, requiredChoice, text } from '~shared/features/forms/rules'
import { toApiTime, shownTime } from '~admin/lib/baku-time'

export const MAX_NAME_LENGTH = 120
export const MAX_TEXT_LENGTH = 1000
const MAX_PERCENT = 90
/** The default focus point, in percent of the picture's width and height. */
const CENTRE_PERCENT = 50
const UPLOADED_PICTURE = /^\/media\/\S+$/

const isPercent = (typed: string) => /^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_PERCENT
export const isPicture = (typed: string) => typed === '' || UPLOADED_PICTURE.test(typed)

const Fields = v.object({
  storeId: requiredChoice(),
  percent: v.pipe(v.string(), v.trim(), v.check(isPercent, errorCode('out_of_range'))),
  imageUrl: v.pipe(v.string(), v.trim(), v.check(isPicture, errorCode('invalid_link'))),
  focusX: v.number(),
  focusY: v.number(),
  startsAt: requiredChoice(),
  endsAt: requiredChoice(),
  azName: text(MAX_NAME_LENGTH),
  azText: optionalText(MAX_TEXT_LENGTH),
  ruName: optionalText(MAX_NAME_LENGTH),
  ruText: optionalText(MAX_TEXT_LENGTH),
  enName: optionalText(MAX_NAME_LENGTH),
  enText: optionalText(MAX_TEXT_LENGTH),
  scope: v.picklist(['whole', 'chosen']),
  productIds: v.array(v.number()),
})

export const Schema = v.pipe(
  Fields,
  v.forward(
    v.partialCheck(
      [['startsAt'], ['endsAt']],
      ({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt,
      errorCode('invalid_period'),
    ),
    ['endsAt'],
  ),
  v.forward(
    v.partialCheck(
      [['scope'], ['productIds']],
      ({ scope, productIds }) => scope === 'whole' || productIds.length > 0,
      errorCode('required'),
    ),
    ['productIds'],
  ),
)

type Values = v.InferInput<typeof Fields>

export const EMPTY: Values = {
  storeId: '',
  percent: '',
  imageUrl: '',
  focusX: CENTRE_PERCENT,
  focusY: CENTRE_PERCENT,
  startsAt: '',
  endsAt: '',
  azName: '',
  azText: '',
  ruName: '',
  ruText: '',
  enName: '',
  enText: '',
  scope: 'whole',
  productIds: [],
}

export const valuesOf = ({
  storeId,
  percent,
  imageUrl,
  focusX = CENTRE_PERCENT,
  focusY = CENTRE_PERCENT,
  startsAt,
  endsAt,
  az,
  ru,
  en,
  isWholeStore,
  productIds,
}: CampaignDraft): Values => ({
  storeId: String(storeId),
  percent: String(percent),
  imageUrl,
  focusX,
  focusY,
  startsAt: shownTime(startsAt),
  endsAt: shownTime(endsAt),
  azName: az.name,
  azText: az.text,
  ruName: ru.name,
  ruText: ru.text,
  enName: en.name,
  enText: en.text,
  scope: isWholeStore ? 'whole' : 'chosen',
  productIds,
})

/** A campaign that is not planned any more sends its unchangeable fields back as they were. */
export function draftOf(typed: Values, saved?: CampaignDraft): CampaignDraft {
  const changeable = {
    az: { name: typed.azName, text: typed.azText },
    ru: { name: typed.ruName, text: typed.ruText },
    en: { name: typed.enName, text: typed.enText },
    imageUrl: typed.imageUrl,
    focusX: typed.focusX,
    focusY: typed.focusY,
    endsAt: toApiTime(typed.endsAt),
  }
  if (saved && saved.status !== 'planned') return { ...saved, ...changeable }
  const isWholeStore = typed.scope === 'whole'
  return {
    ...changeable,
    id: saved?.id ?? 0,
    status: 'planned',
    storeId: Number(typed.storeId),
    percent: Number(typed.percent),
    startsAt: toApiTime(typed.startsAt),
    isWholeStore,
    productIds: isWholeStore ? [] : typed.productIds,
  }
}
