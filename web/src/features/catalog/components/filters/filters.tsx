import type { Field } from '~shared/api/types'
import { usePromisedWindow } from '~/features/destination/promised'
import { useT } from '~shared/i18n/context'
import { countOn, countTrue, facet, fieldsOf } from '../../facets'
import { chosenValues, pricesIn, withParam, withPrices, withSwitched, withToggled } from '../../filters'
import { toManats, toQepik } from './numbers'
import type { Listing } from '../../listing'
import { useSearchAhead } from '../../use-search-ahead'
import { CategoryLinks } from './category-links'
import { Choice } from './choice'
import { FieldFilter } from './field-filter'
import { Group } from './group'
import { OneOf } from './one-of'
import { Range } from './range'
import { Rated } from './rated'

type FieldValue = Field['values'][number]

interface Props {
  listing: Listing
  facets: Field[]
}

/** Every change is a new address; counts come with the products it brings. */
export default function Filters({ listing, facets }: Props) {
  const t = useT()
  const [search, change] = useSearchAhead()
  const fields = fieldsOf(facets)
  const toggles = fields.filter((field) => field.type === 'toggle' && countTrue(field) !== undefined)
  const price = facet(facets, 'price')
  const prices = pricesIn(search)
  const window = usePromisedWindow(0)

  return (
    <div className="grid gap-5">
      <CategoryLinks listing={listing} field={facet(facets, 'category')} search={search} />
      <Range
        title={t('around.filters.price')}
        unit="₼"
        min={toManats(price?.min)}
        max={toManats(price?.max)}
        chosen={{ low: toManats(prices.low), high: toManats(prices.high) }}
        onChoose={({ low, high }) => change((search) => withPrices(search, { low: toQepik(low), high: toQepik(high) }))}
      />
      <Group title={t('around.filters.offers')}>
        {!listing.base.discounted && (
          <Choice
            label={t('catalog.filters.discounted')}
            count={countOn(facets, 'discounted')}
            isOn={search.get('discounted') === 'true'}
            onChange={() => change((search) => withSwitched(search, 'discounted'))}
          />
        )}
        <Choice
          label={t('catalog.filters.inStock')}
          count={countOn(facets, 'in_stock')}
          isOn={search.get('inStock') === 'true'}
          onChange={() => change((search) => withSwitched(search, 'inStock'))}
        />
        <Choice
          label={window ? t('around.filters.readyBy', { window }) : t('catalog.filters.readyToday')}
          count={countOn(facets, 'ready_today')}
          isOn={search.get('readyToday') === 'true'}
          onChange={() => change((search) => withSwitched(search, 'readyToday'))}
        />
      </Group>
      {fields
        .filter(({ type }) => type !== 'toggle')
        .map((field) => (
          <FieldFilter key={field.key} field={field} search={search} change={change} />
        ))}
      {toggles.length > 0 && (
        <Group title={t('around.filters.features')}>
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
      <OneOf
        field={facet(facets, 'rating')}
        title={t('around.filters.rating')}
        any={t('around.filters.anyRating')}
        chosen={search.get('rating')}
        onChoose={(value) => change((search) => withParam(search, 'rating', value))}
        show={inStars}
      />
      {!listing.base.store && (
        <OneOf
          field={facet(facets, 'store')}
          title={t('around.filters.store')}
          any={t('around.filters.anyStore')}
          chosen={search.get('store')}
          onChoose={(value) => change((search) => withParam(search, 'store', value))}
        />
      )}
    </div>
  )
}

const inStars = ({ value }: FieldValue) => <Rated value={Number(value)} />
