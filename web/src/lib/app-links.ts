interface AppLinks {
  androidUrl: string
  iosUrl: string
}

/** The store of the device, and the Android one for everything that is neither. Nothing when the app is not there. */
export const appStoreFor = (userAgent: string, { androidUrl, iosUrl }: AppLinks) =>
  /iPhone|iPad|iPod/.test(userAgent) ? iosUrl : androidUrl

export const isMobile = (userAgent: string) => /Android|iPhone|iPad|iPod|Mobile/.test(userAgent)
