import { Module } from '@nestjs/common';
import { DownloadsController } from './downloads.controller.js';
import { VersionController } from './version.controller.js';

@Module({ controllers: [DownloadsController, VersionController] })
export class DownloadsModule {}
