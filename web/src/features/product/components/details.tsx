import type { Product, Schemas } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

interface Props {
  product: Product
  size: Schemas['Size'] | undefined
}

/** What is said of the product; where its sizes differ, of the one that is chosen. */
export function Details({ product, size }: Props) {
  const t = useT()
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:gap-14">
      <section aria-labelledby="about" className="grid content-start gap-3">
        <h2 id="about" className="text-xl sm:text-2xl">
          {t('around.product.about')}
        </h2>
        <p className="max-w-prose leading-relaxed whitespace-pre-line text-pretty">{product.description}</p>
      </section>
      {product.fields.length > 0 && (
        <section aria-labelledby="fields" className="grid content-start gap-3">
          <h2 id="fields" className="text-xl sm:text-2xl">
            {t('around.product.fields')}
          </h2>
          <dl className="divide-y divide-line">
            {product.fields.map(({ name, value }) => (
              <div key={name} className="flex justify-between gap-6 py-2.5 text-[0.9375rem]">
                <dt className="text-muted">{name}</dt>
                <dd className="text-right font-medium">{size?.fields.find((own) => own.name === name)?.value ?? value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}
