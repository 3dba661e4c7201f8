/** Of the configuration file, looked for beside the caller. A run without one reads no YAML. */
export const FILE_NAME = 'conform.config.yaml';
