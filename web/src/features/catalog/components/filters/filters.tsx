import clsx from 'clsx'
import { Star } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { countOn, countTrue, facet, fieldsOf } from '~/features/catalog/facets'
import { chosenValues, pricesIn, withParam, withPrices, withSwitched, withToggled } from '~/features/catalog/filters'
import type { Listing } from '~/features/catalog/listing'
import { usePendingSearch } from '~/features/catalog/use-pending-search'
import { usePromisedWindow } from '~/features/destination/promised'
import type { Field } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { CategoryLinks } from './category-links'
import { FieldFilter } from './field-filter'
import { toManats, toQepik } from './range-values'
import { Choice, Group, CollapsibleList } from './parts'
import { Range } from './range'

type FieldValue = Field['values'][number]

interface FiltersProps {
  listing: Listing
  facets: Field[]
}

/** The filters that the server offers for this list (`facets`). A change goes into the address; new counts come with the new products. */
export default function Filters({ listing, facets }: FiltersProps) {
  const t = useT()
  const [search, change] = usePendingSearch()
  const fields = fieldsOf(facets)
  const toggles = fields.filter((field) => field.type === 'toggle' && countTrue(field) !== undefined)
  const price = facet(facets, 'price')
  const prices = pricesIn(search)

  return (
    <div className="grid gap-5">
      <CategoryLinks listing={listing} field={facet(facets, 'category')} search={search} />
      <Range
        title={t('deferred.filters.price')}
        unit="₼"
        min={toManats(price?.min)}
        max={toManats(price?.max)}
        chosen={{ low: toManats(prices.low), high: toManats(prices.high) }}
        onChoose={({ low, high }) => change((search) => withPrices(search, { low: toQepik(low), high: toQepik(high) }))}
      />
      <OfferChoices listing={listing} facets={facets} />
      {fields
        .filter(({ type }) => type !== 'toggle')
        .map((field) => (
          <FieldFilter key={field.key} field={field} search={search} change={change} />
        ))}
      {toggles.length > 0 && (
        <Group title={t('deferred.filters.features')}>
          {toggles.map((field) => (
            <Choice
              key={field.key}
              label={field.name}
              count={countTrue(field)}
              isOn={chosenValues(search, field.key).includes('true')}
              onChange={() => change((search) => withToggled(search, field.key, 'true'))}
            />
          ))}
        </Group>
      )}
      <SingleChoice
        field={facet(facets, 'rating')}
        title={t('deferred.filters.rating')}
        anyLabel={t('deferred.filters.anyRating')}
        chosen={search.get('rating')}
        onChoose={(value) => change((search) => withParam(search, 'rating', value))}
        show={inStars}
      />
      {!listing.base.store && (
        <SingleChoice
          field={facet(facets, 'store')}
          title={t('deferred.filters.store')}
          anyLabel={t('deferred.filters.anyStore')}
          chosen={search.get('store')}
          onChoose={(value) => change((search) => withParam(search, 'store', value))}
        />
      )}
    </div>
  )
}

function OfferChoices({ listing, facets }: FiltersProps) {
  const t = useT()
  const [search, change] = usePendingSearch()
  const preparationDays = 0
  const deliveryWindow = usePromisedWindow(preparationDays)
  const switchOf = (name: string) => ({
    isOn: search.get(name) === 'true',
    onChange: () => change((search) => withSwitched(search, name)),
  })
  return (
    <Group title={t('deferred.filters.offers')}>
      {!listing.base.discounted && (
        <Choice label={t('catalog.filters.discounted')} count={countOn(facets, 'discounted')} {...switchOf('discounted')} />
      )}
      <Choice label={t('catalog.filters.inStock')} count={countOn(facets, 'in_stock')} {...switchOf('inStock')} />
      <Choice
        label={deliveryWindow ? t('deferred.filters.readyBy', { window: deliveryWindow }) : t('catalog.filters.readyToday')}
        count={countOn(facets, 'ready_today')}
        {...switchOf('readyToday')}
      />
    </Group>
  )
}

const inStars = ({ value }: FieldValue) => <RatingLabel value={Number(value)} />

const STARS = [1, 2, 3, 4, 5]

function RatingLabel({ value }: { value: number }) {
  const t = useT()
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="inline-flex">
        {STARS.map((star) => (
          <Star key={star} className={clsx('size-4', star <= value ? 'fill-star text-star' : 'fill-line text-line')} />
        ))}
      </span>
      {t('deferred.filters.andUp', { value })}
    </span>
  )
}

interface SingleChoiceProps {
  field: Field | undefined
  title: string
  /** Label of the choice that sets no filter. */
  anyLabel: string
  chosen: string | null
  onChoose: (value: string | undefined) => void
  /** Shows a value; its label by default. */
  show?: (value: FieldValue) => ReactNode
}

function SingleChoice({ field, title, anyLabel, chosen, onChoose, show = ({ label }) => label }: SingleChoiceProps) {
  const name = useId()
  if (!field || field.values.length === 0) return null
  return (
    <Group title={title}>
      <Choice label={anyLabel} isOn={!chosen} onChange={() => onChoose(undefined)} radioGroup={name} />
      <CollapsibleList values={field.values} isChosen={(value) => value === chosen}>
        {(fieldValue) => (
          <Choice
            key={fieldValue.value}
            label={show(fieldValue)}
            count={fieldValue.count}
            isOn={fieldValue.value === chosen}
            onChange={() => onChoose(fieldValue.value)}
            radioGroup={name}
          />
        )}
      </CollapsibleList>
    </Group>
  )
}
