import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { LanguageFields } from '~admin/ui/language-fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { Button, IconButton } from '~shared/ui/button'
import { type KindWithTiles, MAX_LENGTH, MAX_TILES } from './kinds'
import { tileName } from './labels'
import { LinkField } from './link-field'
import { OrderButtons } from './order-buttons'
import { PictureChoice } from './picture-choice'
import { ToneField } from './tone-field'
import { newTile, type TileValues } from './values'

interface Props {
  /** The path of the section. */
  path: string
  kind: KindWithTiles
}

/** Tiles have a picture and a background, links have only their text. */
export function TilesEditor({ path, kind }: Props) {
  const { t, locale } = useI18n()
  const { form, errorFor } = useParentForm()
  const name = `${path}.tiles`
  const list = useFieldArray({ control: form.control, name, keyName: 'rowKey' })
  const tiles = form.watch(name) as TileValues[]
  const error = errorFor(name)
  return (
    <div className="grid grid-cols-1 gap-3">
      <ol aria-label={t('adminHome.label.tiles')} className="grid grid-cols-1 gap-3">
        {list.fields.map(({ rowKey }, index) => {
          const tile = tiles[index]
          if (!tile) return null
          const title = tileName(t, locale, tile.label, index)
          const tilePath = `${name}.${index}`
          return (
            <li key={rowKey}>
              <div role="group" aria-label={title} className="grid grid-cols-1 gap-4 rounded-lg bg-sunken p-4">
                <div className="flex flex-wrap items-center justify-end gap-x-1">
                  <h4 className="min-w-0 grow font-semibold wrap-anywhere">{title}</h4>
                  <OrderButtons
                    labels={{ up: t('adminHome.tile.up', { name: title }), down: t('adminHome.tile.down', { name: title }) }}
                    isFirst={index === 0}
                    isLast={index === list.fields.length - 1}
                    onUp={() => list.move(index, index - 1)}
                    onDown={() => list.move(index, index + 1)}
                  />
                  <IconButton label={t('adminHome.tile.remove', { name: title })} onClick={() => list.remove(index)}>
                    <Trash2 aria-hidden className="size-5" />
                  </IconButton>
                </div>
                <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
                  <LanguageFields name={`${tilePath}.label`} label={t('adminHome.label.label')} maxLength={MAX_LENGTH.label} />
                </div>
                <LinkField name={`${tilePath}.link`} />
                {kind === 'tiles' && (
                  <>
                    <PictureChoice name={`${tilePath}.picture`} />
                    <ToneField name={`${tilePath}.tone`} />
                  </>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {error && <p className="text-sm font-medium text-bad">{error}</p>}
      {list.fields.length < MAX_TILES[kind] && (
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() => list.append(newTile(kind), { shouldFocus: true, focusName: `${name}.${list.fields.length}.label.az` })}
        >
          <Plus aria-hidden className="size-4.5" />
          {t('adminHome.tile.add')}
        </Button>
      )}
    </div>
  )
}
