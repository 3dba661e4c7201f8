/** Name under which the configuration file is found by itself. */
export const FILE_NAME = 'conform.config.yaml';
